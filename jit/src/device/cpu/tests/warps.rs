//! Operations among the lanes of a warp, against a scalar model.

use super::*;
use crate::device::cpu::Config;
use crate::device::cpu::primitives::{
    sync_active_mask, sync_ballot, sync_block, sync_match_all, sync_match_any, sync_reduce,
    sync_shuffle, sync_step, sync_warp,
};

const FULL: u64 = 0xffff_ffff;

/// A small generator of reproducible numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// One shuffle: what each lane brings, and what it got.
#[derive(Clone, Copy, Default)]
struct Shuffle {
    mask: u64,
    kind: u32,
    width: u32,
    operand: u32,
    value: u64,
    result: u64,
}

kernels! {
    fn shuffles(me: Shuffle) {
        for round in 0..200 {
            let it = me.at(round * 32 + me.lane as usize);
            if it.mask >> me.lane & 1 == 1 {
                it.result = sync_shuffle(it.mask, it.value, it.operand, it.width, it.kind, 0);
            }
        }
    }
}

/// The lane that CUDA's documentation says is read.
fn source(lane: i64, it: &Shuffle) -> i64 {
    let (width, operand) = (i64::from(it.width), i64::from(it.operand));
    let first = lane / width * width;
    let wanted = match it.kind {
        0 => first + operand % width,
        1 => lane - operand,
        2 => lane + operand,
        _ => lane ^ operand,
    };
    let readable = match it.kind {
        3 => wanted < first + width,
        _ => wanted >= first && wanted < first + width,
    };
    if readable { wanted } else { lane }
}

#[test]
fn shuffles_match_the_scalar_model() {
    let mut random = Random(7);
    let mut data = vec![Shuffle::default(); 200 * 32];
    for round in data.chunks_mut(32) {
        let mask = if random.next().is_multiple_of(4) {
            FULL
        } else {
            random.next() & FULL
        };
        let (kind, width) = ((random.next() % 4) as u32, 1 << (random.next() % 6));
        let uniform = random.next().is_multiple_of(2);
        let common = (random.next() % 32) as u32;
        for it in round {
            let operand = if uniform {
                common
            } else {
                (random.next() % 32) as u32
            };
            *it = Shuffle {
                mask,
                kind,
                width,
                operand,
                value: random.next(),
                result: 0,
            };
        }
    }
    run(&kernel(shuffles), &grid(1, 32), &mut data).unwrap();
    for (round, lanes) in data.chunks(32).enumerate() {
        for (lane, it) in lanes
            .iter()
            .enumerate()
            .filter(|(lane, it)| it.mask >> lane & 1 == 1)
        {
            let from = source(lane as i64, it) as usize;
            let from = if it.mask >> from & 1 == 1 { from } else { lane };
            assert_eq!(it.result, lanes[from].value, "round {round}, lane {lane}");
        }
    }
}

/// Results of the other operations for one lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Others {
    mask: u64,
    value: u32,
    ballot: u64,
    any: u64,
    all: (u64, i32),
    reductions: [u32; 8],
}

kernels! {
    fn others(me: Others) {
        let it = me.at(me.global);
        if it.mask >> me.lane & 1 == 0 {
            return;
        }
        let (mask, value) = (it.mask, it.value);
        it.ballot = sync_ballot(mask, value as i32 & 1, 0);
        sync_warp(mask, 0);
        it.any = sync_match_any(mask, u64::from(value % 4), 0);
        it.all.0 = sync_match_all(mask, u64::from(value / 1000), &mut it.all.1, 0);
        for kind in 0..8 {
            it.reductions[kind as usize] = sync_reduce(mask, value, kind, 0);
        }
    }
}

fn model(lanes: &[Others], lane: usize) -> Others {
    let Others { mask, value, .. } = lanes[lane];
    let named: Vec<(usize, u32)> = lanes
        .iter()
        .map(|it| it.value)
        .enumerate()
        .filter(|(i, _)| mask >> i & 1 == 1)
        .collect();
    let those = |test: &dyn Fn(u32) -> bool| {
        named
            .iter()
            .filter(|(_, v)| test(*v))
            .fold(0, |set, (i, _)| set | 1_u64 << i)
    };
    let all = named.iter().all(|(_, v)| v / 1000 == named[0].1 / 1000);
    let values = || named.iter().map(|(_, v)| *v);
    let signed = || values().map(|v| v as i32);
    Others {
        mask,
        value,
        ballot: those(&|v| v & 1 == 1),
        any: those(&|v| v % 4 == value % 4),
        all: if all { (mask, 1) } else { (0, 0) },
        reductions: [
            values().fold(0, u32::wrapping_add),
            values().min().unwrap(),
            values().max().unwrap(),
            signed().min().unwrap() as u32,
            signed().max().unwrap() as u32,
            values().fold(!0, |a, b| a & b),
            values().fold(0, |a, b| a | b),
            values().fold(0, |a, b| a ^ b),
        ],
    }
}

#[test]
fn votes_matches_and_reductions_match_the_scalar_model() {
    let mut random = Random(11);
    let mut data = vec![Others::default(); 64 * 32];
    for (round, warp) in data.chunks_mut(32).enumerate() {
        let mask = random.next() & FULL | 1;
        let range = if round % 3 == 0 { 1000 } else { 1 << 32 };
        warp.iter_mut().for_each(|it| {
            *it = Others {
                mask,
                value: (random.next() % range) as u32,
                ..Others::default()
            };
        });
    }
    let before = data.clone();
    run(&kernel(others), &grid(8, 256), &mut data).unwrap();
    for (round, (warp, before)) in data.chunks(32).zip(before.chunks(32)).enumerate() {
        for lane in (0..32).filter(|lane| warp[0].mask >> lane & 1 == 1) {
            assert_eq!(warp[lane], model(before, lane), "warp {round}, lane {lane}");
        }
    }
}

kernels! {
    /// Two parts of a warp work on their own, at different speed, and meet again.
    fn partial_masks(me: u32) {
        let mask = if me.lane.is_multiple_of(4) { 0x1111_1111_u64 } else { 0xeeee_eeee };
        let rounds = if me.lane.is_multiple_of(4) { 2 } else { 9 };
        let mut sum = 1;
        for _ in 0..rounds {
            sum = sync_reduce(mask, sum, 0, 0);
        }
        *me.at(me.global) = sync_reduce(FULL, sum, 0, 0);
    }

    /// Lanes leave one by one; the rest goes on with the full mask.
    fn leaving(me: u64) {
        let mut last = 0;
        for turn in 0..=me.lane {
            last = sync_ballot(FULL, i32::from(turn <= me.lane), 0);
        }
        *me.at(me.global) = last;
    }

    fn active_mask(me: [u64; 2]) {
        let it = me.at(me.global);
        it[0] = if me.lane < 20 {
            sync_active_mask(1)
        } else if me.lane < 28 {
            sync_active_mask(2)
        } else {
            0
        };
        sync_block(3);
        it[1] = sync_active_mask(4);
    }

    // Lanes go round a loop as often as their number says and meet behind it. Points: 2 in the loop, 4 behind it.
    fn steps(me: [u64; 32]) {
        let lane = me.lane as usize;
        let first = me.global - lane;
        for _ in 0..lane {
            me.at(first)[lane] += 1;
            sync_step(2);
        }
        sync_step(4);
        if lane != 0 {
            me.at(me.global)[0] = me.at(first)[31 - lane];
        }
    }
}

#[test]
fn lanes_that_are_behind_catch_up() {
    let mut data = [[0_u64; 32]; 64];
    run(&kernel(steps), &grid(1, 64), &mut data).unwrap();
    for (x, it) in data.iter().enumerate() {
        let lane = x % 32;
        if lane != 0 {
            assert_eq!(it[0], 31 - lane as u64, "thread {x}");
        }
    }
}

#[test]
fn parts_of_a_warp_work_on_their_own() {
    let mut data = [0_u32; 128];
    run(&kernel(partial_masks), &grid(2, 64), &mut data).unwrap();
    let total = (0..32).fold(0_u32, |total, lane| {
        let (lanes, rounds) = if lane % 4 == 0 { (8_u32, 2) } else { (24, 9) };
        total.wrapping_add(lanes.wrapping_pow(rounds))
    });
    assert_eq!(data, [total; 128]);
}

#[test]
fn lanes_that_returned_are_dropped_from_masks() {
    let mut data = [0_u64; 32];
    run(&kernel(leaving), &grid(1, 32), &mut data).unwrap();
    for (lane, &ballot) in data.iter().enumerate() {
        assert_eq!(ballot, FULL >> lane << lane, "lane {lane}");
    }
}

#[test]
fn a_short_warp_has_no_other_lanes() {
    let mut data = [0_u64; 40];
    run(&kernel(leaving), &grid(1, 40), &mut data).unwrap();
    assert_eq!(data[32], 0xff);
    assert_eq!(data[39], 0x80);
}

#[test]
fn the_active_mask_names_those_who_stand_there() {
    let mut data = [[0_u64; 2]; 64];
    run(&kernel(active_mask), &grid(1, 64), &mut data).unwrap();
    for (x, it) in data.iter().enumerate() {
        let part = match x % 32 {
            0..20 => 0xf_ffff,
            20..28 => 0xff0_0000,
            _ => 0,
        };
        assert_eq!(*it, [part, FULL], "thread {x}");
    }
}

#[test]
fn warps_of_64_lanes() {
    kernels! {
        fn wide(me: u64) {
            let up = sync_shuffle(!0, u64::from(me.lane), 40, 64, 1, 0);
            *me.at(me.global) = up + 1000 * sync_ballot(!0, 1, 0).count_ones() as u64;
        }
    }
    let engine = Engine::with(Config {
        threads: 1,
        warp_size: 64,
        ..Config::default()
    });
    let mut data = [0_u64; 128];
    run_on(&engine, &kernel(wide), &grid(1, 128), &mut data).unwrap();
    for (x, &it) in data.iter().enumerate() {
        let lane = x as u64 % 64;
        assert_eq!(
            it,
            64_000 + if lane >= 40 { lane - 40 } else { lane },
            "thread {x}"
        );
    }
}
