//! A cluster of a running grid: blocks that run at the same time, wait for each other, and reach each other's shared memory.
//!
//! Each cluster runs as a small cooperative grid of its own, one after another.

use std::ffi::c_char;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::abi::position;

/// Blocks of a cluster at most, as hardware has them.
pub(crate) const BLOCKS_MAX: usize = 16;

/// One cluster while it runs.
pub(super) struct Cluster {
    /// Blocks along each axis.
    pub(super) extents: [u32; 3],
    /// `blockIdx` of its first block.
    origin: [u32; 3],
    /// Where each block's shared memory begins, by the block's rank; null before the block runs.
    shared: [AtomicPtr<c_char>; BLOCKS_MAX],
    /// Shared memory of a block, bytes.
    shared_bytes: usize,
}

impl Cluster {
    /// The cluster of this number in a grid. The grid is whole clusters of `BLOCKS_MAX` blocks at most.
    pub(super) fn of_grid(
        number: u64,
        grid: [u32; 3],
        extents: [u32; 3],
        shared_bytes: u32,
    ) -> Cluster {
        let clusters = [0, 1, 2].map(|axis| grid[axis] / extents[axis]);
        let at = position(number, clusters);
        Cluster {
            extents,
            origin: [0, 1, 2].map(|axis| at[axis] * extents[axis]),
            shared: Default::default(),
            shared_bytes: shared_bytes as usize,
        }
    }

    /// Its blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.extents.iter().map(|&it| u64::from(it)).product()
    }

    /// `blockIdx` of the block of a rank.
    pub(super) fn block_idx(&self, rank: u64) -> [u32; 3] {
        let at = position(rank, self.extents);
        [0, 1, 2].map(|axis| self.origin[axis] + at[axis])
    }

    /// A block of it begins.
    pub(super) fn begins(&self, block_idx: [u32; 3], shared: *mut c_char) {
        let [x, y, z] = [0, 1, 2].map(|axis| block_idx[axis] - self.origin[axis]);
        let rank = x + self.extents[0] * (y + self.extents[1] * z);
        self.shared[rank as usize].store(shared, Ordering::Release);
    }

    /// Where a block's shared memory begins: null if it does not run yet. None if there is no such block.
    pub(super) fn shared_of(&self, rank: u32) -> Option<*mut c_char> {
        let there = u64::from(rank) < self.blocks();
        there.then(|| self.shared[rank as usize].load(Ordering::Acquire))
    }

    /// The rank of the block in whose shared memory an address lies.
    pub(super) fn owner(&self, address: usize) -> Option<u32> {
        (0..self.blocks() as u32).find(|&rank| {
            let base = self.shared_of(rank).map_or(0, |it| it as usize);
            base != 0 && (base..base + self.shared_bytes).contains(&address)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_places_in_their_cluster() {
        let cluster = Cluster::of_grid(4, [6, 4, 1], [2, 2, 1], 64);
        assert_eq!(cluster.blocks(), 4);
        assert_eq!(cluster.block_idx(0), [2, 2, 0]);
        assert_eq!(cluster.block_idx(3), [3, 3, 0]);
        let mut memory = [0 as c_char; 64];
        assert!(cluster.shared_of(2).is_some_and(|it| it.is_null()));
        cluster.begins([2, 3, 0], memory.as_mut_ptr());
        assert_eq!(cluster.shared_of(2), Some(memory.as_mut_ptr()));
        assert_eq!(cluster.owner(memory.as_ptr() as usize + 63), Some(2));
        assert_eq!(cluster.owner(memory.as_ptr() as usize + 64), None);
        assert_eq!(cluster.shared_of(4), None);
    }
}
