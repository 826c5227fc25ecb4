//! LLVM's OpenMP library: the executor opens it before the first cell that needs it, and every executor after that one.

use devicecc::openmp;
use jit_api::wire::CellImage;
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSymbol as _};

use super::Session;

/// What to do if it is not there.
pub(super) const INSTALL: &str =
    "it is a function of OpenMP's: install the package libomp-22-dev, then start Chevron again";

impl Session {
    /// Opens the library if this cell calls it and no cell has before. The error is told if it cannot be opened; that the cell cannot be
    /// linked is told then, too.
    pub(super) fn open_openmp(&mut self, image: &CellImage) -> anyhow::Result<()> {
        let Some(library) = openmp::runtime().and_then(|it| it.to_str()) else {
            return Ok(());
        };
        let object = image.object.as_deref().unwrap_or_default();
        if self.libraries().iter().any(|it| it == library) || !needs_openmp(object) {
            return Ok(());
        }
        if let Some(error) = self.load_library(library)? {
            self.render().error(format_args!(
                "OpenMP's library `{library}` cannot be loaded: {error}"
            ));
        }
        Ok(())
    }
}

/// Does this object call OpenMP's library?
fn needs_openmp(object: &[u8]) -> bool {
    let Ok(file) = ElfFile64::<object::Endianness>::parse(object) else {
        return false;
    };
    file.symbols()
        .any(|it| it.is_undefined() && it.name().is_ok_and(openmp::has_symbol))
}

/// Is this library opened when a cell needs it, and not because the user named it?
pub fn opens_by_itself(library: &str) -> bool {
    openmp::runtime().is_some_and(|it| it.as_os_str() == library)
}
