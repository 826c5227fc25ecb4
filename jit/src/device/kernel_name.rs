//! What device code has for the address of a kernel: its name, by which the host finds the newest kernel of it.

use std::ffi::c_void;
use std::slice;

/// `chkernel`: what the shim puts before the name of a kernel (`kernel_names.cpp`).
const MARK: u64 = 0x6c65_6e72_656b_6863;

/// Parameters of a kernel, and bytes of its symbol and its name for people, at most: more is no name.
const PARAMETERS_MAX: u32 = 4096;
const TEXT_MAX: u32 = 1 << 20;

/// A kernel as device code knows it: this, then a place for each parameter, then the symbol, then the name for people.
#[repr(C)]
struct NameHeader {
    mark: u64,
    parameters: u32,
    symbol_bytes: u32,
    display_bytes: u32,
    reserved: u32,
}

/// Bytes of the header.
pub(crate) const HEADER_BYTES: usize = size_of::<NameHeader>();

/// Where a parameter lies in a launch's buffer, in bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParameterPlace {
    /// From the buffer's start.
    pub(crate) offset: u32,
    /// Its size.
    pub(crate) bytes: u32,
}

/// A kernel's symbol, its name for people, and where its parameters lie.
pub(crate) struct KernelName<'a> {
    pub(crate) symbol: &'a str,
    pub(crate) display: &'a str,
    pub(crate) places: &'a [ParameterPlace],
}

impl KernelName<'_> {
    /// Reads what a kernel gives for the address of a kernel; none if it is none.
    ///
    /// # Safety
    /// The caller is a device thread that holds no lock: if nothing is there, the fault is the kernel's own.
    pub(crate) unsafe fn read<'a>(address: *const c_void) -> Option<KernelName<'a>> {
        let header = address.cast::<NameHeader>();
        if header.is_null() || !header.is_aligned() {
            return None;
        }
        // SAFETY: as the caller says. With the mark it is a constant of a code object, which the shim has made with this layout.
        unsafe {
            if (*header).mark != MARK {
                return None;
            }
            let places = header.add(1).cast::<ParameterPlace>();
            let count = (*header).parameters as usize;
            let symbol = places.add(count).cast::<u8>();
            let symbol_bytes = (*header).symbol_bytes as usize;
            let display = symbol.add(symbol_bytes);
            let display = slice::from_raw_parts(display, (*header).display_bytes as usize);
            let symbol = slice::from_raw_parts(symbol, symbol_bytes);
            Some(KernelName {
                symbol: std::str::from_utf8(symbol).ok()?,
                display: std::str::from_utf8(display).ok()?,
                places: slice::from_raw_parts(places, count),
            })
        }
    }
}

/// A kernel's name that was copied from a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CopiedName {
    pub(crate) symbol: String,
    pub(crate) display: String,
    pub(crate) places: Vec<ParameterPlace>,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// How many bytes follow a header; none if it is no header.
pub(crate) fn bytes_behind(header: &[u8; HEADER_BYTES]) -> Option<usize> {
    let mark = u64::from_ne_bytes(*header.first_chunk()?);
    let [parameters, symbol, display] = [word(header, 8)?, word(header, 12)?, word(header, 16)?];
    let fits =
        mark == MARK && parameters <= PARAMETERS_MAX && symbol <= TEXT_MAX && display <= TEXT_MAX;
    let places = parameters as usize * size_of::<ParameterPlace>();
    fits.then(|| places + symbol as usize + display as usize)
}

/// The name with this header, and what `bytes_behind` tells of behind it.
pub(crate) fn copied(header: &[u8; HEADER_BYTES], behind: &[u8]) -> Option<CopiedName> {
    let (parameters, symbol) = (word(header, 8)? as usize, word(header, 12)? as usize);
    let (places, text) = behind.split_at_checked(parameters * size_of::<ParameterPlace>())?;
    let (symbol, display) = text.split_at_checked(symbol)?;
    let place = |bytes: &[u8; 8]| {
        Some(ParameterPlace {
            offset: word(bytes, 0)?,
            bytes: word(bytes, 4)?,
        })
    };
    let text = |bytes: &[u8]| Some(std::str::from_utf8(bytes).ok()?.to_owned());
    Some(CopiedName {
        places: places.as_chunks().0.iter().filter_map(place).collect(),
        symbol: text(symbol)?,
        display: text(display)?,
    })
}

#[cfg(test)]
mod tests {
    use super::{HEADER_BYTES, MARK, ParameterPlace, bytes_behind, copied};

    #[test]
    fn a_copied_name_is_read_and_nothing_else_is() {
        let mut header = [0; HEADER_BYTES];
        assert_eq!(bytes_behind(&header), None);
        header[..8].copy_from_slice(&MARK.to_ne_bytes());
        header[8..12].copy_from_slice(&1u32.to_ne_bytes());
        header[12..16].copy_from_slice(&2u32.to_ne_bytes());
        header[16..20].copy_from_slice(&1u32.to_ne_bytes());
        assert_eq!(bytes_behind(&header), Some(11));
        let behind = [8, 0, 0, 0, 4, 0, 0, 0, b'_', b'k', b'k'];
        let name = copied(&header, &behind).expect("a name");
        assert_eq!((&*name.symbol, &*name.display), ("_k", "k"));
        let place = ParameterPlace {
            offset: 8,
            bytes: 4,
        };
        assert_eq!(name.places, [place]);
        assert_eq!(copied(&header, &[0; 4]), None);
    }
}
