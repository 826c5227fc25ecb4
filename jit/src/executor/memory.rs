//! How much memory the process uses.

use std::fs;
use std::os::unix::fs::FileExt;

/// Resident set, bytes; 0 where the system does not tell.
pub(super) fn resident_bytes() -> u64 {
    pages().map_or(0, |(resident, _)| resident * page_bytes())
}

/// Memory in use that no file stands behind, bytes; 0 where the system does not tell.
pub(super) fn own_bytes() -> u64 {
    pages().map_or(0, |(resident, of_files)| {
        resident.saturating_sub(of_files) * page_bytes()
    })
}

/// The word at each of these addresses, as far as there is one. The system reads it, so an address that leads nowhere does no harm.
pub(super) fn words_at(addresses: &[Option<usize>]) -> Vec<Option<u64>> {
    let Ok(memory) = fs::File::open("/proc/self/mem") else {
        return vec![None; addresses.len()];
    };
    let read = |address: &Option<usize>| {
        let mut word = [0; 8];
        memory.read_exact_at(&mut word, (*address)? as u64).ok()?;
        Some(u64::from_ne_bytes(word))
    };
    addresses.iter().map(read).collect()
}

/// Writable memory that a copy of the process shares with it, bytes; 0 where the system does not tell.
pub(super) fn shared_bytes() -> u64 {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().filter_map(shared_range_bytes).sum()
}

/// The size of a line's range if it is shared and can be written to.
fn shared_range_bytes(line: &str) -> Option<u64> {
    let mut fields = line.split_whitespace();
    let (begin, end) = fields.next()?.split_once('-')?;
    let access = fields.next()?.as_bytes();
    if access.get(1) != Some(&b'w') || access.get(3) != Some(&b's') {
        return None;
    }
    let number = |text| u64::from_str_radix(text, 16).ok();
    number(end)?.checked_sub(number(begin)?)
}

/// Pages in memory, and how many of them have a file behind them.
fn pages() -> Option<(u64, u64)> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let mut numbers = text.split_whitespace().skip(1).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn page_bytes() -> u64 {
    // SAFETY: `sysconf` has no preconditions.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::shared_range_bytes;

    #[test]
    fn a_process_has_memory() {
        assert!(super::resident_bytes() > 100_000);
        let own = super::own_bytes();
        assert!(own > 0 && own < super::resident_bytes());
    }

    #[test]
    fn shared_memory_is_told_by_its_access() {
        let bytes =
            |access| shared_range_bytes(&format!("1000-3000 {access} 00000000 00:01 5 /dev/zero"));
        assert_eq!(bytes("rw-s"), Some(0x2000));
        assert_eq!(bytes("rw-p"), None);
        assert_eq!(bytes("r--s"), None);
    }
}
