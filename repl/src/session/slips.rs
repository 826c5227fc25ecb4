//! How far what was typed may be from what was meant.

/// Slips that a name of this length may have and still be meant.
pub(crate) fn slips(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    }
}
