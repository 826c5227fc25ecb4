//! Objects made at test time by the system's compilers, and an executor that runs them as cells.

use std::path::PathBuf;
use std::process::Command;

use jit_api::client::{Ended, Executor, Given, StartError};
use jit_api::wire::{CellImage, Outcome};

/// The prelude's guard and caller of `main`, as devicecc's has them.
const PRELUDE: &str = r#"
#include <cstddef>
#include <exception>
#include <typeinfo>
#include <cxxabi.h>
extern "C" void __chv_exception(const char *type, const char *what);
extern "C" int __chv_guard(void (*entry)()) {
  try { entry(); return 0; }
  catch (std::exception &error) { __chv_exception(abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, nullptr), error.what()); }
  catch (int) { __chv_exception("int", nullptr); }
  return 1;
}
extern "C" int __chv_main(int (*main)(int, char **, char **), int count, char **arguments, char **environment) noexcept {
  return main(count, arguments, environment);
}
extern "C" void chv_entry_0() {}
"#;

/// Declarations that cells of these tests use; `SHOW(x)` shows an `int` or a string.
const HEADER: &str = r#"
#include <string>
extern "C" void __chv_show(const char *text, std::size_t bytes);
extern "C" void __chv_register_kernel(const void *stub, const char *symbol);
inline void SHOW(const std::string &text) { __chv_show(text.data(), text.size()); }
inline void SHOW(int value) { SHOW(std::to_string(value)); }
"#;

/// Compiles C++ to an object as devicecc emits it: position-independent, thread-local variables emulated.
pub fn object(source: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("cell.cpp"), folder.path().join("cell.o"));
    std::fs::write(&input, source).unwrap();
    let status = Command::new(compiler())
        .args(["-std=c++20", "-O1", "-fPIC", "-femulated-tls", "-w", "-c"])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .status()
        .unwrap();
    assert!(status.success(), "the compiler refused:\n{source}");
    std::fs::read(output).unwrap()
}

fn compiler() -> PathBuf {
    let prefix =
        std::env::var_os("LLVM_SYS_221_PREFIX").expect("Cargo sets it from .cargo/config.toml");
    PathBuf::from(prefix).join("bin/clang++")
}

/// Starts the executor that cargo built for these tests: it is not beside them.
pub fn start_built(device: &str) -> Result<Executor, StartError> {
    jit_api::client::use_program(env!("CARGO_BIN_EXE_chevron-executor").into());
    Executor::start(device)
}

/// An executor with the prelude loaded.
pub struct Session {
    pub executor: Executor,
    pub cells: u32,
    pub values: Vec<String>,
}

impl Session {
    pub fn start() -> Session {
        Session::on("null")
    }

    pub fn on(device: &str) -> Session {
        let executor = start_built(device).unwrap();
        let mut session = Session {
            executor,
            cells: 0,
            values: Vec::new(),
        };
        let prelude = CellImage {
            object: Some(object(PRELUDE)),
            entry: "chv_entry_0".to_owned(),
            run: true,
            ..CellImage::default()
        };
        assert_eq!(session.outcome(prelude), Outcome::Done);
        session
    }

    /// Text of the next cell: declarations, then the statements of its entry.
    pub fn image(&mut self, declarations: &str, statements: &str) -> CellImage {
        self.cells += 1;
        let entry = format!("chv_entry_{}", self.cells);
        let source =
            format!("{HEADER}\n{declarations}\nextern \"C\" void {entry}() {{ {statements} }}\n");
        CellImage {
            number: self.cells,
            object: Some(object(&source)),
            entry,
            run: true,
            sync: true,
            ..CellImage::default()
        }
    }

    /// Takes the next cell's number, for an image that is made otherwise.
    pub fn next_cell(&mut self) -> u32 {
        self.cells += 1;
        self.cells
    }

    /// Takes back all cells from `first` on; the next cell gets that number.
    pub fn undo(&mut self, first: u32) {
        self.executor.undo(first).unwrap();
        self.cells = first - 1;
    }

    /// Runs a cell; values are collected.
    pub fn end(&mut self, image: CellImage) -> Ended {
        let values = &mut self.values;
        self.executor.run(image, &mut |given| match given {
            Given::Value(value) => values.push(value),
            Given::Display(display) => panic!("it shows {display:?}"),
        })
    }

    /// Runs a cell that the executor survives.
    pub fn outcome(&mut self, image: CellImage) -> Outcome {
        match self.end(image) {
            Ended::Finished { outcome, .. } => outcome,
            Ended::Died(death) => {
                panic!("the executor died: {death}; {:?}", self.executor.take_log())
            }
        }
    }

    /// Compiles and runs a cell; gives its outcome.
    pub fn cell(&mut self, declarations: &str, statements: &str) -> Outcome {
        let image = self.image(declarations, statements);
        self.outcome(image)
    }

    /// Compiles and runs a cell that ends well; gives the values it showed.
    pub fn shows(&mut self, declarations: &str, statements: &str) -> Vec<String> {
        self.values.clear();
        assert_eq!(self.cell(declarations, statements), Outcome::Done);
        std::mem::take(&mut self.values)
    }
}
