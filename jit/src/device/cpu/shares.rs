//! Blocks of a grid dealt out to threads, so that a thread has the same ones in the next launch.
//!
//! Programs launch kernels again and again over the same memory. A thread that comes back for its blocks finds their data in its core's cache; in whatever order
//! threads ask for blocks, they would find it in another one's, which costs more than streaming through it.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// A share is taken in pieces of this part of what is left of it, so that others can take the rest where its thread is late.
const PIECE: u64 = 8;

/// As many parts of a grid, in order, as threads are to work on it.
pub(super) struct Shares {
    blocks: Range<u64>,
    next: Box<[Next]>,
}

/// The first block of a share that nobody has taken. A cache line of its own, and the one that the processor reads along with it.
#[repr(align(128))]
struct Next(AtomicU64);

impl Shares {
    /// Deals blocks out to so many threads, at least one.
    pub(super) fn new(blocks: Range<u64>, threads: usize) -> Shares {
        let mut shares = Shares {
            blocks,
            next: Box::default(),
        };
        let begin = |share| Next(AtomicU64::new(shares.begin(share, threads)));
        shares.next = (0..threads).map(begin).collect();
        shares
    }

    /// The first block of a share of so many.
    fn begin(&self, share: usize, of: usize) -> u64 {
        let blocks = u128::from(self.blocks.end - self.blocks.start);
        // At most all blocks, so it fits.
        self.blocks.start + (blocks * share as u128 / of as u128) as u64
    }

    fn end(&self, share: usize) -> u64 {
        self.begin(share + 1, self.next.len())
    }

    /// Takes blocks for the thread with this number: of its own share, then of those behind it.
    pub(super) fn take(&self, thread: usize) -> Option<Range<u64>> {
        let count = self.next.len();
        (0..count).find_map(|more| self.take_of((thread + more) % count))
    }

    fn take_of(&self, share: usize) -> Option<Range<u64>> {
        let (next, end) = (&self.next[share].0, self.end(share));
        let mut first = next.load(Ordering::Relaxed);
        while first < end {
            let behind = first + ((end - first) / PIECE).max(1);
            match next.compare_exchange_weak(first, behind, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first..behind),
                Err(now) => first = now,
            }
        }
        None
    }

    /// How many blocks are taken.
    pub(super) fn taken(&self) -> u64 {
        let of_share = |(share, next): (usize, &Next)| {
            next.0.load(Ordering::Relaxed) - self.begin(share, self.next.len())
        };
        self.next.iter().enumerate().map(of_share).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_block_is_taken_once_and_ones_own_come_first() {
        let shares = Shares::new(5..38, 4);
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
        let shares = Shares::new(0..3, 7);
        let taken: u64 = std::iter::from_fn(|| shares.take(6))
            .map(|it| it.end - it.start)
            .sum();
        assert_eq!((taken, shares.taken()), (3, 3));
    }
}
