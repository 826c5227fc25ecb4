//! Random operations: what is typed, and what it does to the model.

use fastrand::Rng;

use super::model::{Definition, Formula, Kind, Meaning, Model, Name};

/// How many names of each kind there are.
const NAMES: [(Kind, usize); 7] = [
    (Kind::Host, 6),
    (Kind::Device, 5),
    (Kind::Kernel, 6),
    (Kind::Template, 2),
    (Kind::Variable, 5),
    (Kind::DeviceVariable, 3),
    (Kind::Macro, 2),
];

/// Cells that `%undo` takes back at most.
const UNDO_MAX: usize = 4;

/// What an operation is to the session.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A cell that defines something.
    Define(Definition),
    /// A cell that prints one number.
    Show { text: String, value: i64 },
    /// A cell that stores a value and ends well.
    Store {
        text: String,
        name: Name,
        value: i64,
    },
    /// `%undo`
    Undo(usize),
    /// `%reset`: nothing stays.
    Reset,
    /// `%restart`: definitions stay.
    Restart,
    /// A cell that the compiler or the linker rejects: nothing stays of it.
    Rejected(String),
    /// A cell that stores a value, then fails: an exception, or a device error. The value stays.
    Fails {
        text: String,
        stored: Option<(Name, i64)>,
        says: &'static str,
    },
    /// A cell that takes its process with it, and all values.
    Crash(String),
    /// A cell that stores a value and never ends.
    Interrupt {
        text: String,
        stored: Option<(Name, i64)>,
    },
}

/// The next operation.
pub fn random(rng: &mut Rng, model: &Model) -> Operation {
    match rng.u32(0..100) {
        0..38 => Operation::Define(definition(rng, model)),
        38..54 => show(rng, model),
        54..70 => store(rng, model),
        70..79 => Operation::Undo(rng.usize(1..=UNDO_MAX)),
        79..86 => rejected(rng),
        86..93 => fails(rng, model),
        93..95 => crash(rng, model),
        95 => match rng.bool() {
            true => Operation::Reset,
            false => Operation::Restart,
        },
        _ => interrupt(rng, model),
    }
}

fn any(rng: &mut Rng, kind: Kind) -> Name {
    let count = NAMES
        .iter()
        .find(|(it, _)| *it == kind)
        .map_or(1, |it| it.1);
    Name(kind, rng.usize(..count))
}

/// A name of a kind that is defined, of a number below `below`.
fn defined(rng: &mut Rng, model: &Model, kind: Kind, below: usize) -> Option<Name> {
    let names: Vec<Name> = model
        .names()
        .into_iter()
        .filter(|name| name.0 == kind && name.1 < below)
        .collect();
    rng.choice(names)
}

fn definition(rng: &mut Rng, model: &Model) -> Definition {
    let kind = NAMES[rng.usize(..NAMES.len())].0;
    let name = any(rng, kind);
    let number = rng.i64(0..100);
    let meaning = match kind {
        Kind::Macro => Meaning::Macro(number),
        Kind::Variable | Kind::DeviceVariable => Meaning::Variable {
            initial: number,
            value: number,
        },
        Kind::Host | Kind::Device | Kind::Kernel | Kind::Template => {
            return function(rng, model, name);
        }
    };
    Definition::new(name, meaning, "")
}

fn function(rng: &mut Rng, model: &Model, name: Name) -> Definition {
    let (callees, variables, below) = match name.0 {
        Kind::Host => (Kind::Host, Kind::Variable, name.1),
        Kind::Device => (Kind::Device, Kind::DeviceVariable, name.1),
        _ => (Kind::Device, Kind::DeviceVariable, usize::MAX),
    };
    let callee = defined(rng, model, callees, below).filter(|_| rng.u8(..3) > 0);
    let variable = defined(rng, model, variables, usize::MAX).filter(|_| rng.bool());
    let named = defined(rng, model, Kind::Macro, usize::MAX).filter(|_| rng.u8(..4) == 0);
    let number = rng.i64(0..100);
    let (offset, text) = match named {
        Some(named) => (model.value(named), named.text()),
        None => (number, number.to_string()),
    };
    let formula = Formula {
        factor: rng.i64(1..10),
        offset,
        callee,
        variable,
    };
    Definition::new(name, Meaning::Formula(formula), &text)
}

/// Calls a function or launches a kernel.
fn show(rng: &mut Rng, model: &Model) -> Operation {
    let kind = [Kind::Host, Kind::Kernel, Kind::Kernel, Kind::Template][rng.usize(..4)];
    let x = rng.i64(0..50);
    let Some(name) = defined(rng, model, kind, usize::MAX) else {
        return Operation::Show {
            text: format!("printf(\"%d\\n\", {x});"),
            value: x,
        };
    };
    let (typed, factor) = (name.text(), rng.i64(1..5));
    let launch = |arguments: &str| {
        format!(
            "{typed}{arguments}<<<1, 1>>>(out, {x}); cudaDeviceSynchronize(); printf(\"%d\\n\", *out);"
        )
    };
    match kind {
        Kind::Host => Operation::Show {
            text: format!("printf(\"%d\\n\", {typed}({x}));"),
            value: model.call(name, x, None),
        },
        Kind::Template => Operation::Show {
            text: launch(&format!("<{factor}>")),
            value: model.call(name, x, Some(factor)),
        },
        _ => Operation::Show {
            text: launch(""),
            value: model.call(name, x, None),
        },
    }
}

/// A variable, the text that stores a number in it, and the number.
fn assignment(rng: &mut Rng, model: &Model) -> Option<(String, Name, i64)> {
    let value = rng.i64(0..200);
    if rng.u8(..4) == 0
        && let Some(name) = defined(rng, model, Kind::DeviceVariable, usize::MAX)
    {
        let text = format!(
            "{{ int value = {value}; cudaMemcpyToSymbol({}, &value, sizeof value); }}",
            name.text()
        );
        return Some((text, name, value));
    }
    let name = defined(rng, model, Kind::Variable, usize::MAX)?;
    if rng.bool()
        && let Some(function) = defined(rng, model, Kind::Host, usize::MAX)
    {
        let text = format!("{} = {}({value});", name.text(), function.text());
        return Some((text, name, model.call(function, value, None)));
    }
    Some((format!("{} = {value};", name.text()), name, value))
}

fn store(rng: &mut Rng, model: &Model) -> Operation {
    match assignment(rng, model) {
        Some((text, name, value)) => Operation::Store { text, name, value },
        None => show(rng, model),
    }
}

/// The beginning of a cell that does not end well: text that stores a number, if it can, and which variable has it then.
fn stored_first(rng: &mut Rng, model: &Model) -> (String, Option<(Name, i64)>) {
    match assignment(rng, model) {
        Some((text, name, value)) => (text + " ", Some((name, value))),
        None => (String::new(), None),
    }
}

fn rejected(rng: &mut Rng) -> Operation {
    let (f, v, k) = (
        any(rng, Kind::Host).text(),
        any(rng, Kind::Variable).text(),
        any(rng, Kind::Kernel).text(),
    );
    let texts = [
        format!("int {v} = undeclared_name;"),
        format!("int {f}(int x) {{ return x + missing; }}"),
        format!("__global__ void {k}(int *out, int x) {{ *out = missing; }}"),
        format!("int {v} = 1; __global__ int {k}(int x) {{ return x; }}"),
        "#error on purpose".to_owned(),
        format!("{v} = 1; {f}(+);"),
        // The linker rejects this one.
        format!(
            "int nowhere{}(int x); int {v} = nowhere{0}(1);",
            rng.u32(..3)
        ),
        format!(
            "__device__ int d0(int x) {{ return host_only(x); }} int {f}(int x) {{ return 0; }}"
        ),
    ];
    let which = rng.usize(..texts.len());
    Operation::Rejected(texts[which].clone())
}

fn fails(rng: &mut Rng, model: &Model) -> Operation {
    let (begin, stored) = stored_first(rng, model);
    let (end, says) = [
        ("throw 3;", "uncaught exception `int`: 3"),
        (
            "throw std::runtime_error(\"on purpose\");",
            "uncaught exception `std::runtime_error`: on purpose",
        ),
        (
            "wild<<<2, 3>>>(nullptr); cudaDeviceSynchronize();",
            // Either block may be the first.
            "cudaErrorIllegalAddress at block (",
        ),
        ("trap<<<1, 1>>>();", "cudaErrorLaunchFailure"),
        (
            "wild<<<1, 2000>>>(nullptr);",
            "cudaErrorInvalidConfiguration",
        ),
    ][rng.usize(..5)];
    Operation::Fails {
        text: begin + end,
        stored,
        says,
    }
}

/// What it stores first is taken back with it.
fn crash(rng: &mut Rng, model: &Model) -> Operation {
    let (begin, _) = stored_first(rng, model);
    let texts = [
        "*(volatile int *)nullptr = 1;",
        "abort();",
        "exit(7);",
        "std::thread([] { throw 1; }).join();",
        "raise(SIGKILL);",
    ];
    Operation::Crash(begin + texts[rng.usize(..texts.len())])
}

fn interrupt(rng: &mut Rng, model: &Model) -> Operation {
    let (begin, stored) = stored_first(rng, model);
    let end = [
        "while (true) { }",
        "sleep(100);",
        "spin<<<1, 1>>>(out);",
        "spin<<<3, 40>>>(out); cudaDeviceSynchronize();",
        "held.lock();",
    ][rng.usize(..5)];
    Operation::Interrupt {
        text: begin + "*out = 0; " + end,
        stored,
    }
}
