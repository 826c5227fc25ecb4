//! What code an address is in: asked by signal handlers, which can neither lock nor allocate.

use std::fs;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What kind of code there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// Linked by us: cells and kernels.
    Linked,
    /// The math library: it holds no locks and owns nothing.
    Math,
    /// The C and C++ libraries, made to be unwound where they block.
    System,
    /// This program, and libraries of which nothing is known.
    Other,
}

/// Libraries whose code is `Code::System`, by the beginnings of their files' names.
const SYSTEM: [&str; 5] = ["libc.", "libc-", "libpthread", "libstdc++.", "libgcc_s."];

/// The math library, likewise.
const MATH: [&str; 2] = ["libm.", "libm-"];

struct Range {
    begin: usize,
    end: usize,
    code: Code,
}

static RANGES: AtomicPtr<Vec<Range>> = AtomicPtr::new(ptr::null_mut());

/// Looks where code lies now. The list that it replaces stays in memory, because a handler may be reading it: an interrupt costs as
/// much as this, a few kilobytes.
pub(crate) fn refresh() {
    let Ok(maps) = fs::read_to_string("/proc/self/maps") else {
        return;
    };
    let ranges = ranges(&maps);
    let known = RANGES.load(Ordering::Acquire);
    // SAFETY: the pointer is null or came from `Box::into_raw` below, and is never freed.
    let same = unsafe { known.as_ref() }.is_some_and(|known| {
        known.len() == ranges.len()
            && known
                .iter()
                .zip(&ranges)
                .all(|(a, b)| (a.begin, a.end, a.code) == (b.begin, b.end, b.code))
    });
    if !same {
        RANGES.store(Box::into_raw(Box::new(ranges)), Ordering::Release);
    }
}

/// What code an address was in at the last `refresh`; none if in no code. Async-signal-safe.
pub(crate) fn at(address: usize) -> Option<Code> {
    // SAFETY: as above.
    let ranges = unsafe { RANGES.load(Ordering::Acquire).as_ref() }?;
    let after = ranges.partition_point(|range| range.begin <= address);
    let range = ranges.get(after.checked_sub(1)?)?;
    (address < range.end).then_some(range.code)
}

/// The executable parts of a memory map as Linux gives it, neighbours of one kind joined.
fn ranges(maps: &str) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for line in maps.lines() {
        let Some((begin, end, code)) = range_of(line) else {
            continue;
        };
        match ranges.last_mut() {
            Some(last) if last.end == begin && last.code == code => last.end = end,
            _ => ranges.push(Range { begin, end, code }),
        }
    }
    ranges
}

fn range_of(line: &str) -> Option<(usize, usize, Code)> {
    let mut fields = line.split_whitespace();
    let (begin, end) = fields.next()?.split_once('-')?;
    if !fields.next()?.contains('x') {
        return None;
    }
    let path = fields.nth(3).unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let is = |names: &[&str]| names.iter().any(|begin| name.starts_with(begin));
    let code = match path {
        "" => Code::Linked,
        "[vdso]" => Code::System,
        _ if is(&SYSTEM) => Code::System,
        _ if is(&MATH) => Code::Math,
        _ => Code::Other,
    };
    let number = |text| usize::from_str_radix(text, 16).ok();
    Some((number(begin)?, number(end)?, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_map_is_read() {
        let maps = "1000-2000 r-xp 00000000 08:01 12 /usr/bin/chevron-executor\n\
                    2000-3000 rw-p 00001000 08:01 12 /usr/bin/chevron-executor\n\
                    5000-6000 r-xp 00000000 00:00 0 \n\
                    6000-7000 r-xp 00000000 00:00 0 \n\
                    8000-9000 r-xp 00000000 08:01 13 /lib/x86_64-linux-gnu/libc.so.6\n\
                    9000-a000 r-xp 00000000 08:01 13 /lib/x86_64-linux-gnu/libm.so.6\n\
                    a000-b000 r-xp 00000000 00:00 0 [vdso]\n";
        let found: Vec<_> = ranges(maps)
            .iter()
            .map(|range| (range.begin, range.end, range.code))
            .collect();
        assert_eq!(
            found,
            [
                (0x1000, 0x2000, Code::Other),
                (0x5000, 0x7000, Code::Linked),
                (0x8000, 0x9000, Code::System),
                (0x9000, 0xa000, Code::Math),
                (0xa000, 0xb000, Code::System),
            ]
        );
    }

    #[test]
    fn this_program_and_the_c_library_are_found() {
        refresh();
        assert_eq!(at(refresh as *const () as usize), Some(Code::Other));
        assert_eq!(at(libc::malloc as *const () as usize), Some(Code::System));
        assert_eq!(at(0x10), None);
    }
}
