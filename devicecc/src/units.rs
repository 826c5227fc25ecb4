//! Programs of several files: each is a translation unit with ASTs of its own, and all together are one cell.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context as _;

use crate::arguments;
use crate::cell::{Cell, HostModule, Kernel, Rejected, Severity};
use crate::compiled_unit::CompiledUnit;
use crate::compiler::{self, Compiler};
use crate::emit::{self, UnitHost};
use crate::options::Options;
use crate::serial::next_serial;
use crate::shim::{Session, Settings};
use crate::source::Unit;
use crate::target;

/// The standard of C that `.c` files are read by; `--std` is for C++.
const C_STANDARD: &str = "gnu17";

/// What is told of CUDA's headers in a C file.
const NOT_FOR_C: &[u8] = b"#error \"Chevron's CUDA headers are C++: call this file `.cpp` or `.cu`, or keep CUDA out of it\"\n";

/// The headers of CUDA that C programs include.
const CUDA_HEADERS: [&str; 3] = ["cuda_runtime.h", "cuda_runtime_api.h", "cuda.h"];

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// CUDA or HIP.
    Cuda,
    /// C++ for the host alone.
    Cpp,
    /// C.
    C,
}

/// What tells that a file with the name of a C++ file is for a GPU's compiler, as HIP's are.
const DEVICE_WORDS: [&str; 10] = [
    // The embedded headers of the runtime are for CUDA alone.
    "cuda_runtime",
    "cuda.h",
    "__global__",
    "__device__",
    "__host__",
    "<<<",
    "hip/",
    "hipLaunch",
    "threadIdx",
    ".cuh",
];

/// NVIDIA's include guards that nvcc's own includes define in a `.cu`. In a C++ file they tell what the file itself has included.
const GUARDS_OF_INCLUDES: [&str; 3] = [
    "__CUDA_RUNTIME_H__",
    "__CUDA_RUNTIME_API_H__",
    "__DRIVER_TYPES_H__",
];

/// Is it the name of a C++ file?
fn is_named_cpp(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| ["cpp", "cc", "cxx", "c++", "C"].contains(&it))
}

impl Language {
    /// By the file's name; a C++ file that speaks of device code is CUDA or HIP, which compilers of HIP take by any name.
    pub fn of(path: &Path, text: &str) -> Language {
        match path.extension().and_then(|it| it.to_str()) {
            Some("c") => Language::C,
            _ if is_named_cpp(path) && !speaks_of_devices(text) => Language::Cpp,
            _ => Language::Cuda,
        }
    }

    /// Is it the name of a source file, in any language?
    pub fn is_source(path: &Path) -> bool {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or("");
        ["cu", "hip", "c"].contains(&extension) || is_named_cpp(path)
    }
}

/// Comments do not count.
fn speaks_of_devices(text: &str) -> bool {
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        code += &rest[..at];
        let end = match rest[at..].starts_with("//") {
            true => rest[at..].find('\n'),
            false => rest[at + 2..].find("*/").map(|end| end + 4),
        };
        rest = end.map_or("", |end| &rest[at + end..]);
        code.push(' ');
    }
    code += rest;
    DEVICE_WORDS.iter().any(|word| code.contains(word))
}

/// What became of a unit.
struct Made {
    unit: CompiledUnit,
    cell: Cell,
}

impl Compiler {
    /// Compiles a program's files, each for itself, and makes one cell of them. Its kernels are in `unit_kernels` then.
    pub(crate) fn compile_units(
        &mut self,
        files: &[Unit],
    ) -> anyhow::Result<Result<Cell, Rejected>> {
        let (mut made, mut rejected) = (Vec::new(), Rejected::default());
        for (index, file) in files.iter().enumerate() {
            // Cells count from 1 on; lambdas and the like are named by these numbers.
            let number = (1 << 31) | (self.next << 10) | index as u32;
            match self.compile_unit(file, number)? {
                Ok(unit) => made.push(unit),
                Err(why) => {
                    rejected.diagnostics.extend(why.diagnostics);
                    rejected.rendered += &why.rendered;
                }
            }
        }
        if rejected.errors().next().is_some() || !rejected.rendered.is_empty() {
            return Ok(Err(rejected));
        }
        if let Err(mistake) = join_devices(files, &mut made) {
            return Ok(Err(told(mistake)));
        }
        let renamed = keep_twins_apart(&mut made);
        let host = match link_hosts(files, &made, &renamed)? {
            Ok(host) => host,
            Err(mistake) => return Ok(Err(told(mistake))),
        };
        let mut cell = Cell {
            number: self.next,
            host,
            ..Cell::default()
        };
        let mut kernels = Vec::new();
        for (
            Made {
                mut unit,
                cell: part,
            },
            renamed,
        ) in made.into_iter().zip(&renamed)
        {
            kernels.extend(kernels_of(&mut unit, self.next, renamed));
            add(&mut cell, part);
            self.units.push(unit);
        }
        cell.kernels = kernels.clone();
        self.unit_kernels = Some(kernels);
        Ok(Ok(cell))
    }

    /// A C++ file that is no good as such may be CUDA by what it includes.
    fn compile_unit(&self, file: &Unit, number: u32) -> anyhow::Result<Result<Made, Rejected>> {
        let language = Language::of(&file.path, &file.text);
        let first = self.compile_unit_as(language, file, number)?;
        if first.is_ok() || language != Language::Cpp {
            return Ok(first);
        }
        let again = self.compile_unit_as(Language::Cuda, file, number)?;
        Ok(if again.is_ok() { again } else { first })
    }

    fn compile_unit_as(
        &self,
        language: Language,
        file: &Unit,
        number: u32,
    ) -> anyhow::Result<Result<Made, Rejected>> {
        let options = self.options.of_file(&file.path);
        let session = match language {
            Language::Cuda => {
                let guards = match options.toolkit {
                    None if is_named_cpp(&file.path) => &GUARDS_OF_INCLUDES[..],
                    // A toolkit's headers would be read once more.
                    _ => &[],
                };
                compiler::start_unit(&options, &self.cache, number, guards).map(|it| it.0)
            }
            _ => host_settings(language, &options, &self.cache).and_then(|settings| {
                Session::new(Settings {
                    unit: number,
                    ..settings
                })
            }),
        };
        let mut session =
            session.with_context(|| format!("`{}` cannot be read", file.path.display()))?;
        let name = file.path.display().to_string();
        let compiled = session.compile(&file.text, &name, number, next_serial(), 0)?;
        Ok(compiled.map(|cell| Made {
            unit: CompiledUnit {
                cell: self.next,
                number,
                session,
            },
            cell,
        }))
    }
}

/// What the AST of a host compiler's file is made from; the device's side is never asked.
fn host_settings(
    language: Language,
    options: &Options,
    cache: &kernels_cache::Cache,
) -> anyhow::Result<Settings> {
    let system = arguments::system_arguments(cache)?;
    let is_c = language == Language::C;
    let headers = match is_c {
        true => CUDA_HEADERS
            .iter()
            .map(|name| {
                (
                    format!("{}/{name}", arguments::HEADER_DIR),
                    NOT_FOR_C.into(),
                )
            })
            .collect(),
        false => arguments::headers(options.toolkit.is_some()),
    };
    let arguments = host_arguments(is_c, options, &system);
    Ok(Settings {
        headers,
        arguments: [arguments.clone(), arguments],
        preamble: "\n".to_owned(),
        stamp: String::new(),
        precompiled: Default::default(),
        color: options.color,
        unit: 0,
    })
}

/// The cc1 arguments of a host compiler's file.
fn host_arguments(is_c: bool, options: &Options, system: &[String]) -> Vec<String> {
    let mut list = arguments::host_dialect(if is_c { "c" } else { "c++" }, options);
    list.extend(target::host_arguments());
    list.push(match is_c {
        true => format!("-std={C_STANDARD}"),
        false => format!("-std={}", options.std),
    });
    list.extend(arguments::user_arguments(options));
    list.extend([
        "-internal-isystem".to_owned(),
        arguments::HEADER_DIR.to_owned(),
    ]);
    // The C++ library has headers of C's names.
    let mut words = system.iter().peekable();
    while let Some(word) = words.next() {
        let of_cpp = words.peek().is_some_and(|it| it.contains("/c++/"));
        if is_c && word.starts_with('-') && of_cpp {
            words.next();
            continue;
        }
        list.push(word.clone());
    }
    list.extend(arguments::last_arguments(options));
    list
}

/// Lets each unit's kernels find the device code of the others.
fn join_devices(files: &[Unit], made: &mut [Made]) -> Result<(), String> {
    let code: Vec<Option<Vec<u8>>> = made
        .iter_mut()
        .map(|it| it.unit.session.device_code())
        .collect();
    let numbers: Vec<u32> = made.iter().map(|it| it.unit.number).collect();
    for (index, part) in made.iter_mut().enumerate() {
        let others: Vec<(&[u8], u32)> = (0..code.len())
            .filter(|&other| other != index)
            .filter_map(|other| Some((code[other].as_deref()?, numbers[other])))
            .collect();
        if code[index].is_none() || others.is_empty() {
            continue;
        }
        part.unit.session.join_units(&others).map_err(|mistake| {
            match mistake.starts_with('`') {
                true => format!("{}: error: {mistake}", files[index].path.display()),
                false => mistake,
            }
        })?;
    }
    Ok(())
}

/// Device variables that several units define by one name are each unit's own, as where every unit's device code is for itself. Gives for each unit their
/// symbols and what they are called in the program, as the shim calls copies of them.
fn keep_twins_apart(made: &mut [Made]) -> Vec<Vec<(String, String)>> {
    let mut definers: HashMap<String, u32> = HashMap::new();
    for part in made.iter() {
        for variable in &part.cell.variables {
            *definers.entry(variable.symbol.clone()).or_default() += 1;
        }
    }
    let own = |part: &mut Made| {
        let mut renamed = Vec::new();
        for variable in &mut part.cell.variables {
            if definers[&variable.symbol] > 1 {
                let name = format!("{}__u{}", variable.symbol, part.unit.number);
                renamed.push((std::mem::replace(&mut variable.symbol, name.clone()), name));
            }
        }
        renamed
    };
    made.iter_mut().map(own).collect()
}

/// The host code of all units; or why it is no program.
fn link_hosts(
    files: &[Unit],
    made: &[Made],
    renamed: &[Vec<(String, String)>],
) -> anyhow::Result<Result<Option<HostModule>, String>> {
    let with_host: Vec<usize> = (0..made.len())
        .filter(|&index| made[index].cell.host.is_some())
        .collect();
    let hosts: Vec<UnitHost<'_>> = with_host
        .iter()
        .filter_map(|&index| {
            Some(UnitHost {
                module: made[index].cell.host.as_ref()?,
                renamed: &renamed[index],
            })
        })
        .collect();
    if hosts.is_empty() {
        return Ok(Ok(None));
    }
    Ok(match emit::link_units(&hosts)? {
        Ok(module) => Ok(Some(module)),
        Err(twice) => {
            let line = |it: &emit::DefinedTwice| {
                let [first, second] = it.units.map(|at| files[with_host[at]].path.display());
                format!(
                    "{second}: error: `{}` is defined in `{first}` too; one of the two may declare it, or both make theirs `static`",
                    it.name
                )
            };
            Err(twice.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
    })
}

fn kernels_of(unit: &mut CompiledUnit, cell: u32, renamed: &[(String, String)]) -> Vec<Kernel> {
    let mut kernels = unit.session.take_kernels().0;
    for kernel in &mut kernels {
        kernel.cell = cell;
        for variable in &mut kernel.closure.variables {
            if let Some((_, name)) = renamed.iter().find(|(symbol, _)| symbol == variable) {
                variable.clone_from(name);
            }
        }
    }
    kernels
}

/// Adds a unit's part to the program's cell.
fn add(cell: &mut Cell, part: Cell) {
    cell.variables.extend(part.variables);
    cell.thunks.extend(part.thunks);
    for definition in part.definitions {
        if !cell.definitions.contains(&definition) {
            cell.definitions.push(definition);
        }
    }
    cell.main_type = cell.main_type.take().or(part.main_type);
    cell.runs |= part.runs;
    cell.warnings += &part.warnings;
    cell.timings.host_parse_ns += part.timings.host_parse_ns;
    cell.timings.device_parse_ns += part.timings.device_parse_ns;
    cell.timings.host_ir_ns += part.timings.host_ir_ns;
    cell.timings.device_ir_ns += part.timings.device_ir_ns;
    cell.timings.closure_ns += part.timings.closure_ns;
}

/// A mistake that clang does not see, as it is about several files.
fn told(mistake: String) -> Rejected {
    Rejected {
        diagnostics: vec![crate::cell::Diagnostic {
            severity: Severity::Error,
            complaint: crate::cell::Complaint::Other,
            message: mistake.clone(),
            source: String::new(),
            line: 0,
            column: 0,
        }],
        rendered: mistake + "\n",
        everything: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_its_name_says_unless_it_speaks_of_kernels() {
        let language = |path: &str, text: &str| Language::of(Path::new(path), text);
        assert_eq!(language("a.cu", "int x;"), Language::Cuda);
        assert_eq!(language("a.c", "int x;"), Language::C);
        assert_eq!(language("a.cpp", "int x;"), Language::Cpp);
        assert_eq!(language("a.cc", "__global__ void k();"), Language::Cuda);
        let runtime = "#include <cuda_runtime.h>\nint main() {}";
        assert_eq!(language("a.cpp", runtime), Language::Cuda);
        let remarks = "// no __global__ here\nint x; /* nor\n<<< */ int y;";
        assert_eq!(language("a.cc", remarks), Language::Cpp);
        assert_eq!(
            language("a.cc", "/* a */ __device__ int x;"),
            Language::Cuda
        );
        assert_eq!(language("-", "int x;"), Language::Cuda);
        assert!(
            Language::is_source(Path::new("b.cxx")) && !Language::is_source(Path::new("b.txt"))
        );
    }
}
