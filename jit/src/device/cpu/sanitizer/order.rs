//! What orders the accesses of a block's threads: barriers, `__syncwarp` and its kin, fences with atomics.
//!
//! Each access has a stamp, the sanitizer's clock; each meeting of threads moves the clock on. A thread knows of another one's access if its stamp is below
//! what the two have met at since. What is kept is coarse where coarse is right for correct programs: nothing is told that is in order.

/// What one block's threads know of each other.
#[derive(Default)]
pub(super) struct Order {
    threads: u32,
    /// Lanes of a warp, and which power of 2 that is.
    warp_size: u32,
    warp_shift: u32,
    /// All threads of the block have met.
    block: u32,
    /// By thread: all accesses of all blocks before it are known, by a fence and an atomic or `grid.sync()`.
    all: Vec<u32>,
    /// By warp: its lanes have met.
    warps: Vec<u32>,
    /// By two warps: named barriers. Empty as long as there was none.
    pairs_of_warps: Vec<u32>,
    /// By thread and lane of its warp: `__syncwarp` of a part of the warp. Empty as long as there was none.
    pairs_of_lanes: Vec<u32>,
}

impl Order {
    /// A block begins.
    pub(super) fn begin(&mut self, threads: u32, warp_size: u32) {
        let warps = threads.div_ceil(warp_size) as usize;
        self.threads = threads;
        self.warp_size = warp_size;
        self.warp_shift = warp_size.trailing_zeros();
        self.block = 0;
        for (list, length) in [
            (&mut self.all, threads as usize),
            (&mut self.warps, warps),
            (&mut self.pairs_of_warps, 0),
            (&mut self.pairs_of_lanes, 0),
        ] {
            list.clear();
            list.resize(length, 0);
        }
    }

    /// Does this thread know of that one's access? Both are of this block.
    #[inline]
    pub(super) fn knows(&self, thread: u32, other: u32, stamp: u32) -> bool {
        if thread == other || stamp < self.block || stamp < self.all[thread as usize] {
            return true;
        }
        let (warp, other_warp) = (thread >> self.warp_shift, other >> self.warp_shift);
        if warp == other_warp && stamp < self.warps[warp as usize] {
            return true;
        }
        if !self.pairs_of_warps.is_empty() {
            let at = warp as usize * self.warps.len() + other_warp as usize;
            if stamp < self.pairs_of_warps[at] {
                return true;
            }
        }
        if warp == other_warp && !self.pairs_of_lanes.is_empty() {
            let at = ((thread << self.warp_shift) + (other & (self.warp_size - 1))) as usize;
            return stamp < self.pairs_of_lanes[at];
        }
        false
    }

    /// Does this thread know of an access of another block?
    #[inline]
    pub(super) fn knows_of_blocks(&self, thread: u32, stamp: u32) -> bool {
        stamp < self.all[thread as usize]
    }

    /// All threads that have not returned have met.
    pub(super) fn block_met(&mut self, now: u32) {
        self.block = now;
        let most = self.all.iter().copied().max().unwrap_or(0);
        if most > 0 {
            self.all.fill(most);
        }
    }

    /// These threads have met at a named barrier; whole warps do.
    pub(super) fn threads_met(&mut self, threads: &[u32], now: u32) {
        let count = self.warps.len();
        self.pairs_of_warps.resize(count * count, 0);
        let mut warps: Vec<usize> = threads
            .iter()
            .map(|it| (it >> self.warp_shift) as usize)
            .collect();
        warps.sort_unstable();
        warps.dedup();
        for other in 0..count {
            let known = warps.iter().map(|warp| {
                let pairs = self.pairs_of_warps[warp * count + other];
                if *warp == other {
                    pairs.max(self.warps[other])
                } else {
                    pairs
                }
            });
            let known = match warps.contains(&other) {
                true => now,
                false => known.max().unwrap_or(0),
            };
            for warp in &warps {
                self.pairs_of_warps[warp * count + other] = known;
            }
        }
        let most = threads.iter().map(|it| self.all[*it as usize]).max();
        for thread in threads {
            self.all[*thread as usize] = most.unwrap_or(0);
        }
    }

    /// These lanes of a warp have met; `whole`: no other lane of it has not returned.
    pub(super) fn lanes_met(&mut self, warp: u32, lanes: u64, whole: bool, now: u32) {
        let first = warp * self.warp_size;
        let threads = || super::super::warp::lanes(lanes).map(|lane| first + lane);
        let most = threads().map(|it| self.all[it as usize]).max().unwrap_or(0);
        if most > 0 {
            for thread in threads() {
                self.all[thread as usize] = most;
            }
        }
        if whole {
            self.warps[warp as usize] = now;
            return;
        }
        let size = self.warp_size as usize;
        self.pairs_of_lanes.resize(self.threads as usize * size, 0);
        for other in 0..size {
            let known = match lanes >> other & 1 {
                1 => now,
                _ => threads()
                    .map(|it| self.pairs_of_lanes[it as usize * size + other])
                    .max()
                    .unwrap_or(0),
            };
            for thread in threads() {
                self.pairs_of_lanes[thread as usize * size + other] = known;
            }
        }
    }

    /// The thread knows of all accesses before this.
    pub(super) fn learns(&mut self, thread: u32, stamp: u32) {
        let all = &mut self.all[thread as usize];
        *all = (*all).max(stamp);
    }

    /// So do all of the block's.
    pub(super) fn all_learn(&mut self, stamp: u32) {
        for all in &mut self.all {
            *all = (*all).max(stamp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Order {
        let mut order = Order::default();
        order.begin(96, 32);
        order
    }

    #[test]
    fn nothing_orders_threads_but_meetings() {
        let mut order = order();
        assert!(order.knows(1, 1, 9) && !order.knows(1, 2, 9));
        order.block_met(10);
        assert!(order.knows(1, 70, 9) && !order.knows(1, 2, 10));
    }

    #[test]
    fn lanes_order_their_own_warp_alone() {
        let mut order = order();
        order.lanes_met(1, u64::from(u32::MAX), true, 5);
        assert!(order.knows(32, 63, 4) && !order.knows(32, 31, 4) && !order.knows(0, 31, 4));
        // Lanes 0 and 1 of warp 0, then 1 and 2: 2 knows of 0's first access by 1.
        order.lanes_met(0, 0b11, false, 6);
        order.lanes_met(0, 0b110, false, 8);
        assert!(order.knows(2, 0, 5) && !order.knows(2, 0, 6) && !order.knows(0, 2, 5));
    }

    #[test]
    fn named_barriers_order_their_warps() {
        let mut order = order();
        let first_two: Vec<u32> = (0..64).collect();
        order.threads_met(&first_two, 4);
        assert!(order.knows(0, 40, 3) && order.knows(40, 0, 3) && !order.knows(64, 0, 3));
        let last_two: Vec<u32> = (32..96).collect();
        order.threads_met(&last_two, 6);
        assert!(order.knows(64, 0, 3), "by way of the second warp");
        assert!(!order.knows(0, 64, 5));
    }

    #[test]
    fn what_a_thread_learns_goes_round_with_the_next_barrier() {
        let mut order = order();
        order.learns(3, 7);
        assert!(order.knows_of_blocks(3, 6) && !order.knows_of_blocks(4, 6));
        order.block_met(9);
        assert!(order.knows_of_blocks(4, 6));
    }
}
