//! Blocks of a grid dealt out to threads, so that a thread has the same ones in the next launch.
//!
//! Programs launch kernels again and again over the same memory. A thread that comes back for its blocks finds their data in its core's cache; if blocks
//! went to whoever asks, it would often be in another one's.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A share is taken in pieces of this part of what is left of it, so that others can take the rest where its thread is late.
const PIECE: u64 = 8;

/// As many parts of a grid, in order, as threads are to work on it.
pub(super) struct Shares(Box<[Share]>);

/// A cache line of its own, and the one that the processor reads along with it.
#[repr(align(128))]
struct Share {
    blocks: Range<u64>,
    /// The first block that nobody has taken.
    next: AtomicU64,
}

/// Takes as many of the blocks up to `end` as `piece` wants of those that are left, at least one.
pub(super) fn take_piece(
    next: &AtomicU64,
    end: u64,
    piece: impl Fn(u64) -> u64,
) -> Option<Range<u64>> {
    let mut first = next.load(Ordering::Relaxed);
    while first < end {
        let behind = first + piece(end - first).max(1);
        match next.compare_exchange_weak(first, behind, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return Some(first..behind),
            Err(now) => first = now,
        }
    }
    None
}

impl Shares {
    /// Deals blocks out to so many threads, at least one.
    pub(super) fn new(blocks: &Range<u64>, threads: usize) -> Shares {
        let all = u128::from(blocks.end - blocks.start);
        // At most all blocks, so it fits.
        let begin = |share| blocks.start + (all * share as u128 / threads as u128) as u64;
        let deal = |share| Share {
            blocks: begin(share)..begin(share + 1),
            next: AtomicU64::new(begin(share)),
        };
        Shares((0..threads).map(deal).collect())
    }

    /// Takes blocks for the thread with this number: of its own share, then of those behind it.
    pub(super) fn take(&self, thread: usize) -> Option<Range<u64>> {
        let mut own_first = (0..self.0.len()).map(|more| &self.0[(thread + more) % self.0.len()]);
        own_first.find_map(|share| take_piece(&share.next, share.blocks.end, |left| left / PIECE))
    }

    /// Whether blocks are left to take.
    pub(super) fn has_work(&self) -> bool {
        let has_work = |share: &Share| share.next.load(Ordering::Relaxed) < share.blocks.end;
        self.0.iter().any(has_work)
    }

    /// How many blocks are taken.
    pub(super) fn taken(&self) -> u64 {
        let taken = |share: &Share| share.next.load(Ordering::Relaxed) - share.blocks.start;
        self.0.iter().map(taken).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_is_taken_once_and_ones_own_come_first() {
        let shares = Shares::new(&(5..38), 4);
        let mine = shares.take(2).expect("nobody has taken any");
        assert_eq!(mine.start, 5 + 33 * 2 / 4);
        let mut seen: Vec<u64> = mine.collect();
        let mut thread = 0;
        while let Some(blocks) = shares.take(thread) {
            seen.extend(blocks);
            thread += 1;
        }
        seen.sort_unstable();
        assert_eq!(seen, (5..38).collect::<Vec<u64>>());
        assert_eq!(shares.taken(), 33);
    }

    #[test]
    fn fewer_blocks_than_threads() {
        let shares = Shares::new(&(0..3), 7);
        let taken: u64 = std::iter::from_fn(|| shares.take(6))
            .map(|it| it.end - it.start)
            .sum();
        assert_eq!((taken, shares.taken()), (3, 3));
    }
}
