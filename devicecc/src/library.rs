//! Libraries of device code: files of bitcode that sessions write and take in, and such files of others ([docs/libraries.md](../../docs/libraries.md)).

use crate::compiler::Compiler;
use crate::{image_reader, shim};

pub use crate::image_reader::{ImageKernel, ImageReader, is_image};

/// The directive by which a cell takes in a library: a path in quotes follows.
pub const DIRECTIVE: &str = "#pragma chevron library";

/// What a library has for one kind of device. Symbols are mangled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// LLVM's name for the kind of device.
    pub triple: String,
    /// Kernels. Of code for a processor that is not a session's, none is known as one.
    pub kernels: Vec<String>,
    /// Other functions that it defines.
    pub functions: Vec<String>,
    /// Functions that it uses and does not define.
    pub missing: Vec<String>,
}

/// What a file of bitcode has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// C++ that declares it, with the types that it needs; empty if no session wrote the file.
    pub declarations: String,
    /// A part for each kind of device.
    pub parts: Vec<Part>,
}

/// What declares a session's device code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// C++ text. Functions have bodies that the library's take the place of.
    pub text: String,
    /// Names for people of the kernels that it declares.
    pub kernels: Vec<String>,
    /// Likewise of device functions.
    pub functions: Vec<String>,
    /// Likewise of device variables.
    pub variables: Vec<String>,
}

fn names(list: Option<&str>) -> Vec<String> {
    list.unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect()
}

impl Contents {
    /// Reads a file of bitcode, of whatever kind of device.
    ///
    /// # Errors
    /// It is none, or none that this LLVM reads; for people.
    pub fn of(file: &[u8]) -> Result<Contents, String> {
        let text = shim::library_contents(file)?;
        let mut records = text.split('\x1e');
        let declarations = records.next().unwrap_or_default().to_owned();
        let parts = records.map(|record| {
            let mut fields = record.split('\x1f');
            Part {
                triple: fields.next().unwrap_or_default().to_owned(),
                kernels: names(fields.next()),
                functions: names(fields.next()),
                missing: names(fields.next()),
            }
        });
        let parts = parts.collect();
        Ok(Contents {
            declarations,
            parts,
        })
    }
}

/// A library of these modules, each of [`Compiler::library_module`].
pub fn file(modules: &[Vec<u8>], declarations: &str) -> Vec<u8> {
    shim::library_file(modules, declarations)
}

/// Cells may take in such files from now on, read by this; the first one that is given stays.
pub fn read_images_by(reader: ImageReader) {
    if image_reader::keep(reader) {
        shim::read_images();
    }
}

impl Compiler {
    /// All device code of the session as a module of bitcode for its kind of device, before any optimisation; `None` if there is none.
    pub fn library_module(&mut self) -> Option<Vec<u8>> {
        self.session.library_module()
    }

    /// What declares that code.
    pub fn library_declarations(&mut self) -> Declarations {
        let text = self.session.library_declarations();
        let mut records = text.split('\x1e');
        Declarations {
            text: records.next().unwrap_or_default().to_owned(),
            kernels: names(records.next()),
            functions: names(records.next()),
            variables: names(records.next()),
        }
    }
}
