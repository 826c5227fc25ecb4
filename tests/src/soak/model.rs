//! What a session's names mean: every definition there is, the newest of each name, and the variables' values.

use std::fmt::Write as _;

/// Results of all functions are below this, so nothing overflows.
const MODULUS: i64 = 1009;

/// Kinds of names; each has a few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `int f(int)`
    Host,
    /// `__device__ int d(int)`
    Device,
    /// `__global__ void k(int *, int)`
    Kernel,
    /// `template <int N> __global__ void t(int *, int)`
    Template,
    /// `int v`
    Variable,
    /// `__device__ int g`
    DeviceVariable,
    /// `#define M`
    Macro,
}

/// A name: its kind, and which of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(pub Kind, pub usize);

/// What a function computes: `(x * factor + offset + callee(x) + variable) % MODULUS`.
#[derive(Clone, Debug)]
pub struct Formula {
    /// In a template of kernels its parameter takes this place.
    pub factor: i64,
    /// A macro is known by its value: it is replaced where the function is defined.
    pub offset: i64,
    /// A function that is called; always one of a lower number, or of another kind.
    pub callee: Option<Name>,
    /// A variable that is read.
    pub variable: Option<Name>,
}

/// What a cell defines.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A function, kernel or template.
    Formula(Formula),
    /// A variable: its initial value and its value.
    Variable { initial: i64, value: i64 },
    /// A macro's value.
    Macro(i64),
}

/// A definition, as it was typed.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it defines.
    pub name: Name,
    /// Its text.
    pub text: String,
    /// What that means.
    pub meaning: Meaning,
}

/// The cells that are part of the session, oldest first; those that define nothing are `None`.
#[derive(Clone, Debug, Default)]
pub struct Model {
    cells: Vec<Option<Definition>>,
}

impl Name {
    /// As it is typed.
    pub fn text(self) -> String {
        let letter = match self.0 {
            Kind::Host => "f",
            Kind::Device => "d",
            Kind::Kernel => "k",
            Kind::Template => "t",
            Kind::Variable => "v",
            Kind::DeviceVariable => "g",
            Kind::Macro => "M",
        };
        format!("{letter}{}", self.1)
    }
}

impl Model {
    /// A cell was entered and stays.
    pub fn commit(&mut self, definition: Option<Definition>) {
        self.cells.push(definition);
    }

    /// Cells so far.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The newest cells are taken back; variables of the others keep their values.
    pub fn undo(&mut self, cells: usize) {
        self.cells.truncate(self.cells.len().saturating_sub(cells));
    }

    /// The process that held the values has ended.
    pub fn lose_values(&mut self) {
        for definition in self.cells.iter_mut().flatten() {
            if let Meaning::Variable { initial, value } = &mut definition.meaning {
                *value = *initial;
            }
        }
    }

    /// The newest definition of a name.
    pub fn find(&self, name: Name) -> Option<&Definition> {
        self.definitions()
            .rev()
            .find(|definition| definition.name == name)
    }

    /// All definitions of the session's cells, oldest first.
    pub fn definitions(&self) -> impl DoubleEndedIterator<Item = &Definition> {
        self.cells.iter().flatten()
    }

    /// Names that are defined, in order.
    pub fn names(&self) -> Vec<Name> {
        let mut names: Vec<Name> = self.definitions().map(|it| it.name).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The value of a variable or macro.
    pub fn value(&self, name: Name) -> i64 {
        match self.find(name).map(|it| &it.meaning) {
            Some(Meaning::Variable { value, .. } | Meaning::Macro(value)) => *value,
            _ => 0,
        }
    }

    /// Stores a value in the newest variable of that name.
    pub fn set(&mut self, name: Name, new: i64) {
        let found = self
            .cells
            .iter_mut()
            .rev()
            .flatten()
            .find(|it| it.name == name);
        if let Some(Definition {
            meaning: Meaning::Variable { value, .. },
            ..
        }) = found
        {
            *value = new;
        }
    }

    /// What a function gives, or a kernel stores, for `x`; `factor` is a template's argument.
    pub fn call(&self, name: Name, x: i64, factor: Option<i64>) -> i64 {
        let Some(Meaning::Formula(formula)) = self.find(name).map(|it| &it.meaning) else {
            return 0;
        };
        let callee = formula
            .callee
            .map_or(0, |callee| self.call(callee, x, None));
        let variable = formula.variable.map_or(0, |variable| self.value(variable));
        (x * factor.unwrap_or(formula.factor) + formula.offset + callee + variable) % MODULUS
    }

    /// A cell that prints what every name means now, and what it prints.
    pub fn survey(&self) -> (String, String) {
        let (mut text, mut expected) = (String::new(), String::new());
        for name in self.names() {
            let (typed, x) = (name.text(), 3 + name.1 as i64);
            // Writing to a string cannot fail.
            let _ = match name.0 {
                Kind::Host => write!(text, "printf(\"{typed}=%d \", {typed}({x})); "),
                Kind::Variable => write!(text, "printf(\"{typed}=%d \", {typed}); "),
                Kind::Macro => write!(text, "printf(\"{typed}=%d \", {typed}); "),
                Kind::Kernel => write!(text, "{typed}<<<1, 1>>>(out, {x}); {}", read(&typed)),
                Kind::Template => write!(text, "{typed}<2><<<1, 1>>>(out, {x}); {}", read(&typed)),
                Kind::DeviceVariable => write!(
                    text,
                    "cudaMemcpyFromSymbol(out, {typed}, sizeof(int)); printf(\"{typed}=%d \", *out); "
                ),
                // Called by kernels only.
                Kind::Device => continue,
            };
            let value = match name.0 {
                Kind::Template => self.call(name, x, Some(2)),
                Kind::Host | Kind::Kernel => self.call(name, x, None),
                _ => self.value(name),
            };
            let _ = write!(expected, "{typed}={value} ");
        }
        (text + "printf(\"\\n\");", expected + "\n")
    }
}

fn read(typed: &str) -> String {
    format!("cudaDeviceSynchronize(); printf(\"{typed}=%d \", *out); ")
}

impl Definition {
    /// A definition with its text.
    pub fn new(name: Name, meaning: Meaning, offset_text: &str) -> Definition {
        let typed = name.text();
        let text = match &meaning {
            Meaning::Macro(value) => format!("#define {typed} {value}"),
            Meaning::Variable { initial, .. } if name.0 == Kind::DeviceVariable => {
                format!("__device__ int {typed} = {initial};")
            }
            Meaning::Variable { initial, .. } => format!("int {typed} = {initial};"),
            Meaning::Formula(formula) => {
                let factor = match name.0 {
                    Kind::Template => "N".to_owned(),
                    _ => formula.factor.to_string(),
                };
                let mut sum = format!("x * {factor} + {offset_text}");
                if let Some(callee) = formula.callee {
                    sum += &format!(" + {}(x)", callee.text());
                }
                if let Some(variable) = formula.variable {
                    sum += &format!(" + {}", variable.text());
                }
                let value = format!("({sum}) % {MODULUS}");
                match name.0 {
                    Kind::Host => format!("int {typed}(int x) {{ return {value}; }}"),
                    Kind::Device => format!("__device__ int {typed}(int x) {{ return {value}; }}"),
                    Kind::Kernel => {
                        format!("__global__ void {typed}(int *out, int x) {{ *out = {value}; }}")
                    }
                    _ => format!(
                        "template <int N> __global__ void {typed}(int *out, int x) {{ *out = {value}; }}"
                    ),
                }
            }
        };
        Definition {
            name,
            text,
            meaning,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F0: Name = Name(Kind::Host, 0);
    const F1: Name = Name(Kind::Host, 1);
    const V0: Name = Name(Kind::Variable, 0);

    fn function(name: Name, offset: i64, callee: Option<Name>) -> Option<Definition> {
        let formula = Formula {
            factor: 2,
            offset,
            callee,
            variable: Some(V0),
        };
        Some(Definition::new(
            name,
            Meaning::Formula(formula),
            &offset.to_string(),
        ))
    }

    #[test]
    fn the_newest_definition_counts_until_it_is_taken_back() {
        let mut model = Model::default();
        let meaning = Meaning::Variable {
            initial: 10,
            value: 10,
        };
        model.commit(Some(Definition::new(V0, meaning, "")));
        model.commit(function(F0, 1, None));
        model.commit(function(F1, 5, Some(F0)));
        assert_eq!(model.call(F1, 3, None), 6 + 5 + 10 + 6 + 1 + 10);
        model.commit(function(F0, 2, None));
        model.set(V0, 20);
        assert_eq!(model.call(F1, 3, None), 6 + 5 + 20 + 6 + 2 + 20);
        model.undo(1);
        assert_eq!(model.call(F0, 3, None), 6 + 1 + 20);
        model.lose_values();
        assert_eq!(model.value(V0), 10);
        assert_eq!(
            model.find(F1).map(|it| it.text.as_str()),
            Some("int f1(int x) { return (x * 2 + 5 + f0(x) + v0) % 1009; }")
        );
    }
}
