//! Names that are defined again and again as something else: a model says what each name, and each older user of it, gives then.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use fastrand::Rng;

use crate::chevron::Run;

/// Cells of statements that make the session leave superseded cells out.
const FILLERS: usize = 270;
const PRELUDE: &str = "void show(int at, int value) { printf(\"obs %d %d\\n\", at, value); fflush(stdout); }\n\
                       template <int V> struct constant { static constexpr int value = V; };\n\
                       int *p; cudaMallocManaged(&p, sizeof(int));\n";
/// Names another device than the CPU.
const DEVICE_VARIABLE: &str = "CHEVRON_REDEFINITIONS_DEVICE";
const REJECTED: &str = "int rejected = nosuch;\n";
const LAUNCHED: &str = "cudaDeviceSynchronize()";

/// Where a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Host,
    Device,
    Kernel,
}

/// One way to define a name `N` with the value `V`.
#[derive(Debug)]
struct Form {
    text: &'static str,
    /// An expression with the value.
    read: &'static str,
    /// Older users follow from one form to another of the same kind. `None`: they keep what they have.
    kind: Option<&'static str>,
}

const fn form(text: &'static str, read: &'static str, kind: &'static str) -> Form {
    Form {
        text,
        read,
        kind: Some(kind),
    }
}

const fn kept(text: &'static str, read: &'static str) -> Form {
    Form {
        text,
        read,
        kind: None,
    }
}

/// What is a type on either side.
const TYPES: &[Form] = &[
    kept("struct N { static constexpr int value = V; };", "N::value"),
    kept(
        "struct N; struct N { static constexpr int value = V; };",
        "N::value",
    ),
    kept("enum class N { value = V };", "int(N::value)"),
    kept("enum class N; enum class N { value = V };", "int(N::value)"),
    kept("enum N { N_value = V };", "N_value"),
    kept(
        "template <class T> struct N { static constexpr int value = V; };",
        "N<int>::value",
    ),
    kept(
        "template <class T> struct N; template <class T> struct N { static constexpr int value = V; };",
        "N<int>::value",
    ),
    kept("using N = constant<V>;", "N::value"),
    kept("typedef constant<V> N;", "N::value"),
    kept("template <class T> using N = constant<V>;", "N<int>::value"),
];

const HOST: &[Form] = &[
    form("int N() { return V; }", "N()", "int ()"),
    form("static int N() { return V; }", "N()", "int ()"),
    form("inline int N() { return V; }", "N()", "int ()"),
    form("constexpr int N() { return V; }", "N()", "int ()"),
    form("extern \"C\" int N() { return V; }", "N()", "int ()"),
    form("extern \"C\" { int N() { return V; } }", "N()", "int ()"),
    form("auto N() { return V; }", "N()", "int ()"),
    form("int N(); int N() { return V; }", "N()", "int ()"),
    form(
        "extern \"C\" int N(); int N() { return V; }",
        "N()",
        "int ()",
    ),
    form("double N() { return V; }", "N()", "double ()"),
    form("static double N() { return V; }", "N()", "double ()"),
    form("int N(int x) { return V + x; }", "N(0)", "int (int)"),
    form(
        "template <class T = int> T N() { return V; }",
        "N<int>()",
        "T ()",
    ),
    form(
        "template <class T> T N(T x) { return V + x; }",
        "N<int>(0)",
        "T (T)",
    ),
    form("int N = V;", "N", "int"),
    form("static int N = V;", "N", "int"),
    form("inline int N = V;", "N", "int"),
    form("auto N = V;", "N", "int"),
    form("extern int N; int N = V;", "N", "int"),
    form("double N = V;", "N", "double"),
    form("int N[] = {V};", "N[0]", "int[1]"),
    form("template <class T> T N = V;", "N<int>", "T"),
    form(
        "namespace N { int value() { return V; } }",
        "N::value()",
        "N",
    ),
    form("namespace N { int value = V; }", "N::value", "N variable"),
];

const DEVICE: &[Form] = &[
    form("__device__ int N() { return V; }", "N()", "int ()"),
    form("static __device__ int N() { return V; }", "N()", "int ()"),
    form("inline __device__ int N() { return V; }", "N()", "int ()"),
    form("__host__ __device__ int N() { return V; }", "N()", "int ()"),
    form("constexpr int N() { return V; }", "N()", "int ()"),
    form("__device__ auto N() { return V; }", "N()", "int ()"),
    form(
        "__device__ int N(); __device__ int N() { return V; }",
        "N()",
        "int ()",
    ),
    form("__device__ double N() { return V; }", "N()", "double ()"),
    form(
        "template <class T = int> __device__ T N() { return V; }",
        "N<int>()",
        "T ()",
    ),
    form("__device__ int N = V;", "N", "int"),
    form("__managed__ int N = V;", "N", "int"),
    form("__constant__ int N = V;", "N", "constant int"),
    form("__device__ float N = V;", "N", "float"),
    form(
        "namespace N { __device__ int value() { return V; } }",
        "N::value()",
        "N",
    ),
];

const KERNEL: &[Form] = &[
    form(
        "__global__ void N(int *p) { *p = V; }",
        "N<<<1, 1>>>(p)",
        "k",
    ),
    form(
        "static __global__ void N(int *p) { *p = V; }",
        "N<<<1, 1>>>(p)",
        "k",
    ),
    form(
        "__global__ void N(int *p); __global__ void N(int *p) { *p = V; }",
        "N<<<1, 1>>>(p)",
        "k",
    ),
    form(
        "template <class T> __global__ void N(T *p) { *p = V; }",
        "N<int><<<1, 1>>>(p)",
        "T",
    ),
    form("void N(int *p) { *p = V; }", "N(p)", "host"),
];

/// A name of the session.
const NAMES: &[(&str, Side, &[Form])] = &[
    ("h0", Side::Host, HOST),
    ("h1", Side::Host, HOST),
    ("d0", Side::Device, DEVICE),
    ("d1", Side::Device, DEVICE),
    ("k0", Side::Kernel, KERNEL),
    ("w::h2", Side::Host, HOST),
    ("w::d2", Side::Device, DEVICE),
    ("w::k1", Side::Kernel, KERNEL),
];

/// One step of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Defines the name at the first place in its form at the second; the types come after the others.
    Define(usize, usize),
    /// Something new that uses the name, in one of the ways to do so, if it is defined.
    Use(usize, usize),
    /// Defines the name as `Define` does and uses it in the same cell.
    Both(usize, usize),
    /// Shows what all names and users give.
    Observe,
    /// A cell that is rejected.
    Reject,
    /// So many statements that superseded cells are left out.
    Fill,
    /// Takes the cell right before it back, if that defined something.
    Undo,
}

/// What is known of a name or of a user of one.
#[derive(Clone, Debug)]
struct Known {
    name: usize,
    form: &'static Form,
    value: usize,
    /// How a user is read; empty for the name itself.
    read: String,
}

#[derive(Clone, Debug, Default)]
struct Model {
    /// The newest definition of each name.
    now: BTreeMap<usize, Known>,
    /// The newest value of each kind of definition of each name.
    newest: BTreeMap<(usize, &'static str), usize>,
    users: Vec<Known>,
}

impl Model {
    fn value_of(&self, user: &Known) -> usize {
        let kind = user.form.kind;
        kind.and_then(|kind| self.newest.get(&(user.name, kind)))
            .copied()
            .unwrap_or(user.value)
    }
}

/// What is typed, and what it must show.
#[derive(Debug, Default)]
struct Script {
    text: String,
    shown: Vec<String>,
    rejected: usize,
}

fn forms(name: usize) -> impl Iterator<Item = &'static Form> {
    NAMES[name].2.iter().chain(TYPES)
}

fn form_at(name: usize, at: usize) -> &'static Form {
    forms(name)
        .nth(at % forms(name).count())
        .expect("it is within")
}

/// A definition, and how its value is read then.
fn defined(name: usize, form: &Form, value: usize) -> String {
    let name = NAMES[name].0;
    let of = |name: &str| {
        let text = form.text.replace('N', name);
        text.replace('V', &value.to_string())
    };
    match name.split_once("::") {
        Some((space, name)) => format!("namespace {space} {{ {} }}", of(name)),
        None => of(name),
    }
}

/// What uses a name in one of the ways to do so, and how that is read.
fn user(name: usize, form: &Form, way: usize, at: usize) -> (String, String) {
    let (name, side, _) = NAMES[name];
    let read = form.read.replace('N', name);
    let launch = format!("use{at}<<<1, 1>>>(p); {LAUNCHED};");
    match (side, way % 3) {
        (Side::Host, 0) => (
            format!("int use{at}() {{ return int({read}); }}"),
            format!("*p = use{at}();"),
        ),
        (Side::Host, 1) => (
            format!("inline int use{at}() {{ return int({read}); }}"),
            format!("*p = use{at}();"),
        ),
        (Side::Host, _) => (
            format!("auto use{at} = [] {{ return int({read}); }};"),
            format!("*p = use{at}();"),
        ),
        (Side::Device, 0) => (
            format!("__global__ void use{at}(int *p) {{ *p = int({read}); }}"),
            launch,
        ),
        (Side::Device, 1) => (
            format!(
                "__device__ int help{at}() {{ return int({read}); }} __global__ void use{at}(int *p) {{ *p = help{at}(); }}"
            ),
            launch,
        ),
        (Side::Device, _) => (
            format!(
                "template <class T> __global__ void use{at}(T *p) {{ *p = int({read}); }} template __global__ void use{at}<int>(int *);"
            ),
            launch,
        ),
        // A type between two kernels is used as one.
        (Side::Kernel, _) => {
            let statement = if form.kind.is_some() {
                format!("{read}; {LAUNCHED};")
            } else {
                format!("*p = int({read});")
            };
            (
                format!("void use{at}() {{ {statement} }}"),
                format!("use{at}();"),
            )
        }
    }
}

impl Script {
    fn of(steps: &[Step]) -> Script {
        let mut made = Script {
            text: PRELUDE.to_owned(),
            ..Script::default()
        };
        let mut model = Model::default();
        let mut before: Option<Model> = None;
        for (at, &step) in steps.iter().enumerate() {
            let value = at + 100;
            let last = model.clone();
            match step {
                Step::Define(name, form) => {
                    let form = form_at(name, form);
                    model.define(name, form, value);
                    made.type_in(&defined(name, form, value));
                }
                Step::Use(name, way) => {
                    let Some(known) = model.now.get(&name).cloned() else {
                        continue;
                    };
                    let text = model.add_user(&known, way, at);
                    made.type_in(&text);
                }
                Step::Both(name, form) => {
                    let form = form_at(name, form);
                    model.define(name, form, value);
                    let known = model.now[&name].clone();
                    let text = model.add_user(&known, at, at);
                    made.type_in(&format!("{} {text}", defined(name, form, value)));
                }
                Step::Observe => made.observe(&model, at),
                Step::Reject => {
                    made.text += REJECTED;
                    made.rejected += 1;
                }
                Step::Fill => made.text += &"0;\n".repeat(FILLERS),
                Step::Undo => {
                    if let Some(older) = before.take() {
                        made.type_in("%undo");
                        model = older;
                    }
                }
            }
            before =
                matches!(step, Step::Define(..) | Step::Use(..) | Step::Both(..)).then_some(last);
        }
        made.observe(&model, steps.len());
        made
    }

    fn type_in(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn observe(&mut self, model: &Model, at: usize) {
        for (&name, known) in &model.now {
            let (text, read) = user(name, known.form, 0, at * 10 + name + 1_000_000);
            self.type_in(&text);
            self.show(&read, at, known.value);
        }
        for known in &model.users {
            self.show(&known.read, at, model.value_of(known));
        }
    }

    fn show(&mut self, read: &str, at: usize, value: usize) {
        self.type_in(&format!("{read} show({at}, *p);"));
        self.shown.push(format!("obs {at} {value}"));
    }

    fn check(&self, directory: &Path, cache: &Path) -> anyhow::Result<()> {
        let device = std::env::var(DEVICE_VARIABLE).unwrap_or_else(|_| "cpu".to_owned());
        let device = format!("--device={device}");
        let saved = directory.join("saved.cu");
        let text = format!("{}%replay\n%save {}\n", self.text, saved.display());
        let typed = Run::plain(vec![device.clone()], &text, directory, cache).finish()?;
        let shown = observations(&typed.stdout);
        let (first, again) = shown.split_at(shown.len().min(self.shown.len()));
        compare("the session", &self.shown, first)?;
        let errors = typed.stderr.matches("error").count();
        let known = typed
            .stderr
            .matches("use of undeclared identifier 'nosuch'")
            .count();
        ensure!(
            errors == self.rejected && known == self.rejected,
            "{errors} errors instead of {}:\n{}",
            self.rejected,
            typed.stderr
        );
        compare("`%replay`", &self.shown, again)?;
        let arguments = ["run", &device, &saved.display().to_string()].map(str::to_owned);
        let run = Run::plain(arguments.to_vec(), "", directory, cache).finish()?;
        compare("the saved file", &self.shown, &observations(&run.stdout))
            .with_context(|| run.stderr)
    }
}

impl Model {
    fn define(&mut self, name: usize, form: &'static Form, value: usize) {
        let known = Known {
            name,
            form,
            value,
            read: String::new(),
        };
        self.now.insert(name, known);
        if let Some(kind) = form.kind {
            self.newest.insert((name, kind), value);
        }
    }

    fn add_user(&mut self, of: &Known, way: usize, at: usize) -> String {
        let (text, read) = user(of.name, of.form, way, at);
        self.users.push(Known { read, ..of.clone() });
        text
    }
}

fn observations(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter(|line| line.starts_with("obs "));
    lines.map(str::to_owned).collect()
}

fn compare(what: &str, expected: &[String], shown: &[String]) -> anyhow::Result<()> {
    let differs = expected.iter().zip(shown).find(|(it, now)| it != now);
    if let Some((expected, shown)) = differs {
        bail!("{what} shows `{shown}` instead of `{expected}`");
    }
    let (count, due) = (shown.len(), expected.len());
    ensure!(count == due, "{what} shows {count} values instead of {due}");
    Ok(())
}

fn steps(seed: u64, count: usize) -> Vec<Step> {
    let mut rng = Rng::with_seed(seed);
    // Few names and few forms make the same things meet.
    let names: Vec<usize> = (0..2).map(|_| rng.usize(..NAMES.len())).collect();
    let pool: Vec<usize> = (0..4).map(|_| rng.usize(..1000)).collect();
    (0..count)
        .map(|_| {
            let (name, form) = (
                names[rng.usize(..names.len())],
                pool[rng.usize(..pool.len())],
            );
            match rng.usize(..40) {
                0..16 => Step::Define(name, form),
                16..24 => Step::Use(name, rng.usize(..3)),
                24..30 => Step::Both(name, form),
                30..34 => Step::Observe,
                34..36 => Step::Reject,
                36..39 => Step::Undo,
                _ => Step::Fill,
            }
        })
        .collect()
}

/// Types one random session of `count` steps. The error shows the shortest one that was found to fail likewise.
///
/// # Errors
/// A name or a user of it gave another value than it should have, or a cell was rejected that is right.
pub fn check(seed: u64, count: usize, cache: &Path) -> anyhow::Result<()> {
    // A directory for each try: what an earlier one saved must not make a later one fail.
    let fails = |steps: &[Step]| {
        let home = tempfile::tempdir().map_err(anyhow::Error::from);
        home.and_then(|home| Script::of(steps).check(home.path(), cache))
            .err()
    };
    let mut steps = steps(seed, count);
    let Some(mut error) = fails(&steps) else {
        return Ok(());
    };
    let first = format!("{error:#}");
    let mut at = steps.len();
    while at > 0 {
        at -= 1;
        let mut fewer = steps.clone();
        fewer.remove(at);
        if let Some(still) = fails(&fewer) {
            (steps, error) = (fewer, still);
            at = at.min(steps.len());
        }
    }
    let text = Script::of(&steps)
        .text
        .replace(&"0;\n".repeat(FILLERS), &format!("0; // {FILLERS} times\n"));
    Err(error.context(format!("all steps: {first}\n\nfewest: typed:\n{text}")))
}
