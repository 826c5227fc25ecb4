//! What kernels move and compute, and what their warps' requests would cost a GPU: `%profile --memory` and `%bench --count` show it.
//!
//! A warp's request is made of its lanes' n-th time at one access of the code: the CPU device runs lanes one after the other. A few warps of a few blocks are
//! looked at so; bytes and operations are counted of all.

use std::collections::{BTreeMap, HashMap};

use super::accesses::Access;
use super::launch::LaunchWatch;
use super::what::Kind;
use crate::wire::{AccessTraffic, KernelTraffic};

/// Blocks of a launch whose requests are looked at, spread over it.
const BLOCKS: u32 = 8;

/// Times of an access in a lane that are looked at.
const TIMES: usize = 32;

/// What a GPU reads and writes global memory by, bytes.
const SECTOR_BYTES: usize = 32;

/// Banks of shared memory, and the bytes that each gives in one pass.
const BANKS: usize = 32;
const BANK_BYTES: usize = 4;

/// What a thread of a GPU accesses at once at most, bytes.
const PIECE_BYTES: usize = 16;

/// Bytes of shared memory that lanes get in one pass at most.
const PASS_BYTES: usize = BANKS * BANK_BYTES;

/// Bytes of global memory of which it is kept together which were touched.
const PAGE_BYTES: usize = 4096;

/// A bit for each byte of a page.
type Page = Box<[u64; PAGE_BYTES / 64]>;

/// A lane's number and the address that it asked for.
type Ask = (u32, usize);

/// All that was counted since it was taken last.
#[derive(Default)]
pub(super) struct Traffic {
    /// By what tells code objects apart.
    kernels: BTreeMap<usize, KernelTraffic>,
    /// Requests of the launch that runs: by run of the block, warp, and place in `KernelTraffic::accesses`; each lane's n-th time is of the n-th request.
    requests: HashMap<(u32, u32, usize), Requests>,
    /// Of the launch that runs: pages of global memory, with what was read and what was written.
    pages: HashMap<usize, [Option<Page>; 2]>,
    /// The launch that runs: its code object.
    running: usize,
}

/// What the lanes of a warp asked for at one access.
#[derive(Default)]
struct Requests {
    bytes: usize,
    /// A GPU does what is larger in pieces of so many bytes, one after the other.
    piece: usize,
    shared: bool,
    /// How often each lane was there.
    times: HashMap<u32, usize>,
    of: Vec<Vec<Ask>>,
}

impl Traffic {
    fn kernel(&mut self, launch: &LaunchWatch) -> &mut KernelTraffic {
        self.kernels
            .entry(launch.code)
            .or_insert_with(|| KernelTraffic {
                kernel: launch.name(),
                symbol: launch.kernel.symbol.clone(),
                entry: launch.kernel.entry.clone(),
                ..KernelTraffic::default()
            })
    }

    /// A launch begins; what was kept of the one before is counted.
    pub(super) fn begin(&mut self, launch: &LaunchWatch) {
        self.end_launch();
        self.running = launch.code;
        let threads = launch.threads();
        let kernel = self.kernel(launch);
        kernel.launches += 1;
        kernel.threads += threads;
    }

    pub(super) fn computed(&mut self, launch: &LaunchWatch, operations: u64) {
        self.kernel(launch).operations += operations;
    }

    /// A thread accesses shared memory, or global memory.
    pub(super) fn accessed(
        &mut self,
        launch: &LaunchWatch,
        (run, thread, warp_size): (u32, u32, u32),
        access: &Access,
        shared: bool,
    ) {
        let kernel = self.kernel(launch);
        let bytes = access.bytes as u64;
        match shared {
            true => kernel.shared_bytes += bytes,
            false => kernel.global_bytes += bytes,
        }
        // A copy of an object reads and writes at one place.
        let writes = access.kind == Kind::Write;
        let at = 2 * access.place as usize + usize::from(writes);
        if kernel.accesses.len() <= at {
            kernel.accesses.resize(at + 1, AccessTraffic::default());
        }
        let site = &mut kernel.accesses[at];
        if site.times == 0 {
            site.number = access.place;
            site.what = access.kind.of_bytes(access.bytes);
            site.shared = shared;
        }
        site.times += 1;
        if !shared {
            self.touched(access);
        }
        if launch.is_sampled(run, BLOCKS) {
            let of = (run, thread / warp_size, at);
            let requests = self.requests.entry(of).or_default();
            (requests.bytes, requests.shared) = (access.bytes, shared);
            requests.piece = access.bytes.min(access.alignment).clamp(1, PIECE_BYTES);
            requests.add(thread % warp_size, access.address);
        }
    }

    fn touched(&mut self, access: &Access) {
        let ways: &[usize] = match access.kind {
            Kind::Read => &[0],
            Kind::Write => &[1],
            Kind::Atomic => &[0, 1],
        };
        let (mut at, end) = (access.address, access.address + access.bytes);
        while at < end {
            let page = at / PAGE_BYTES;
            let upto = end.min((page + 1) * PAGE_BYTES);
            let sides = self.pages.entry(page).or_default();
            for &way in ways {
                let bits = sides[way].get_or_insert_with(|| Box::new([0; PAGE_BYTES / 64]));
                for byte in at % PAGE_BYTES..at % PAGE_BYTES + (upto - at) {
                    bits[byte / 64] |= 1 << (byte % 64);
                }
            }
            at = upto;
        }
    }

    /// Counts what was kept of the launch that ran.
    fn end_launch(&mut self) {
        let pages = std::mem::take(&mut self.pages);
        let requests = std::mem::take(&mut self.requests);
        let Some(kernel) = self.kernels.get_mut(&self.running) else {
            return;
        };
        let sides = pages.values().flatten().flatten();
        let bits = sides.flat_map(|page| page.iter()).map(|it| it.count_ones());
        kernel.distinct_bytes += bits.map(u64::from).sum::<u64>();
        for ((_, _, at), requests) in requests {
            if let Some(site) = kernel.accesses.get_mut(at) {
                requests.count(site);
            }
        }
    }

    /// What was counted since the last call.
    pub(super) fn take(&mut self) -> Vec<KernelTraffic> {
        self.end_launch();
        let mut kernels: Vec<_> = std::mem::take(&mut self.kernels).into_values().collect();
        for kernel in &mut kernels {
            kernel.accesses.retain(|it| it.times > 0);
        }
        kernels.sort_by(|a, b| (&a.kernel, &a.entry).cmp(&(&b.kernel, &b.entry)));
        kernels
    }
}

impl Requests {
    fn add(&mut self, lane: u32, address: usize) {
        let times = self.times.entry(lane).or_default();
        if *times >= TIMES {
            return;
        }
        if self.of.len() <= *times {
            self.of.push(Vec::new());
        }
        self.of[*times].push((lane, address));
        *times += 1;
    }

    fn count(self, site: &mut AccessTraffic) {
        for asks in &self.of {
            let stride = stride(asks);
            for offset in (0..self.bytes).step_by(self.piece) {
                let bytes = self.piece.min(self.bytes - offset);
                let asks: Vec<Ask> = asks.iter().map(|(lane, at)| (*lane, at + offset)).collect();
                let (pieces, least) = match self.shared {
                    true => passes(&asks, bytes),
                    false => sectors(&asks, bytes),
                };
                site.pieces += pieces as u64;
                site.least += least as u64;
            }
            site.stride = match site.requests {
                0 => stride,
                _ => site.stride.filter(|it| stride.is_none_or(|new| new == *it)),
            };
            site.requests += 1;
        }
    }
}

/// The distance of neighbouring lanes' addresses, if it is always the same; none for a lane alone, too.
fn stride(asks: &[Ask]) -> Option<i64> {
    let mut pairs = asks.windows(2).map(|pair| {
        let lanes = i64::from(pair[1].0) - i64::from(pair[0].0);
        let bytes = pair[1].1.wrapping_sub(pair[0].1) as i64;
        (lanes != 0 && bytes % lanes == 0).then(|| bytes / lanes)
    });
    let first = pairs.next()??;
    pairs.all(|it| it == Some(first)).then_some(first)
}

/// Sectors that a request touches; and the fewest for that many bytes, of those that differ.
fn sectors(asks: &[Ask], bytes: usize) -> (usize, usize) {
    let mut touched: Vec<usize> = (asks.iter())
        .flat_map(|(_, at)| at / SECTOR_BYTES..=(at + bytes.max(1) - 1) / SECTOR_BYTES)
        .collect();
    touched.sort_unstable();
    touched.dedup();
    let mut places: Vec<usize> = asks.iter().map(|(_, at)| *at).collect();
    places.sort_unstable();
    places.dedup();
    (
        touched.len(),
        (places.len() * bytes).div_ceil(SECTOR_BYTES).max(1),
    )
}

/// Passes over the banks that a request takes, and the fewest for that many lanes. In one pass a bank gives one word, to all lanes that want it. Lanes that
/// want more than a word go in halves or quarters of the warp.
fn passes(asks: &[Ask], bytes: usize) -> (usize, usize) {
    let group = (PASS_BYTES / bytes.max(BANK_BYTES)).max(1) as u32;
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (lane, at) in asks {
        let words = at / BANK_BYTES..=(at + bytes.max(1) - 1) / BANK_BYTES;
        groups.entry(lane / group).or_default().extend(words);
    }
    let least = groups.len();
    let of_group = |mut words: Vec<usize>| {
        words.sort_unstable();
        words.dedup();
        let mut of_bank = [0; BANKS];
        for word in words {
            of_bank[word % BANKS] += 1;
        }
        of_bank.into_iter().max().unwrap_or(0)
    };
    (groups.into_values().map(of_group).sum(), least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(count: u32, address: impl Fn(usize) -> usize) -> Vec<Ask> {
        (0..count).map(|it| (it, address(it as usize))).collect()
    }

    #[test]
    fn sectors_of_requests() {
        let of = |bytes, address: &dyn Fn(usize) -> usize| sectors(&lanes(32, address), bytes);
        assert_eq!(of(4, &|it| 4096 + 4 * it), (4, 4));
        assert_eq!(of(4, &|it| 4096 + 4 * it + 4), (5, 4));
        assert_eq!(of(4, &|it| 4096 + 128 * it), (32, 4));
        assert_eq!(of(4, &|_| 4096), (1, 1));
        assert_eq!(of(16, &|it| 4096 + 16 * it), (16, 16));
        assert_eq!(of(8, &|it| 4096 + 16 * it), (16, 8));
    }

    #[test]
    fn passes_over_banks() {
        let of = |bytes, address: &dyn Fn(usize) -> usize| passes(&lanes(32, address), bytes);
        assert_eq!(of(4, &|it| 4 * it), (1, 1));
        assert_eq!(of(4, &|it| 8 * it), (2, 1));
        assert_eq!(of(4, &|it| 128 * it), (32, 1));
        assert_eq!(of(4, &|it| 132 * it), (1, 1));
        assert_eq!(of(4, &|_| 64), (1, 1));
        assert_eq!(of(1, &|it| it), (1, 1));
        assert_eq!(of(8, &|it| 8 * it), (2, 2));
        assert_eq!(of(16, &|it| 16 * it), (4, 4));
    }

    #[test]
    fn strides_between_lanes() {
        assert_eq!(stride(&lanes(32, |it| 64 + 12 * it)), Some(12));
        assert_eq!(stride(&lanes(32, |it| it * it)), None);
        assert_eq!(stride(&lanes(1, |it| it)), None);
        assert_eq!(stride(&[(0, 0), (2, 8), (6, 24)]), Some(4));
    }
}
