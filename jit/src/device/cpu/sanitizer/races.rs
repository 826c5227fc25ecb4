//! Races: two accesses of a word, one of which writes, that nothing orders.
//!
//! Not told, because programs that are right do it: two writes of one value, a write of the value that is there, and a read before an atomic of the same place,
//! which goes by what it finds (the loop around `atomicCAS`).

use super::State;
use super::block::BlockWatch;
use super::book::New;
use super::launch::LaunchWatch;
use super::shadow::{Cell, Seen, WORD_BYTES};
use super::what::{Kind, counted};
use crate::wire::{Check, HostCall};

/// Two accesses that nothing orders.
#[derive(Clone, Copy)]
struct Conflict {
    mine: Seen,
    other: Seen,
    my_kind: Kind,
    other_kind: Kind,
    bytes: usize,
    offset: usize,
    shared: bool,
}

/// One access of a thread to a piece of memory.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) thread: u32,
    pub(super) place: u32,
    pub(super) kind: Kind,
    /// It takes part in no race with atomics.
    pub(super) atomic: bool,
    pub(super) volatile: bool,
    /// Lanes of a warp.
    pub(super) warp_size: u32,
    pub(super) address: usize,
    pub(super) bytes: usize,
    /// From the start of the memory, whose first word is `cells`' first.
    pub(super) offset: usize,
    pub(super) shared: bool,
}

impl Kind {
    fn writes(self) -> bool {
        self != Kind::Read
    }
}

/// Looks whether an access races with what is remembered of its words, and remembers it. Gives what is wrong.
fn look(block: &BlockWatch, cells: &mut [Cell], reach: &Reach, clock: u32) -> Option<Conflict> {
    let mut found = None;
    let end = reach.offset + reach.bytes;
    let mut at = reach.offset;
    while at < end {
        let word = at / WORD_BYTES;
        let next = ((word + 1) * WORD_BYTES).min(end);
        let first = at % WORD_BYTES;
        let mask = (1_u16 << (first + next - at)) - (1 << first);
        let mine = Seen {
            run: block.run,
            stamp: clock,
            place: reach.place,
            // Blocks have 1024 threads at most.
            thread: reach.thread as u16,
            bits: mask
                | if reach.atomic { Seen::ATOMIC } else { 0 }
                | if reach.volatile { Seen::VOLATILE } else { 0 },
        };
        let Some(cell) = cells.get_mut(word) else {
            break;
        };
        // Made only then: a copy of it at each access takes longer than all the rest.
        if let Some((other, other_kind)) = races(block, cell, &mine, reach)
            && found.is_none()
        {
            found = Some(Conflict {
                mine,
                other,
                my_kind: reach.kind,
                other_kind,
                bytes: reach.bytes,
                offset: reach.offset,
                shared: reach.shared,
            });
        }
        remember(block, cell, mine, reach);
        at = next;
    }
    found
}

/// What an access of a word races with.
#[inline]
fn races(block: &BlockWatch, cell: &Cell, mine: &Seen, reach: &Reach) -> Option<(Seen, Kind)> {
    let unordered = |other: &Seen| {
        other.mask() & mine.mask() != 0
            && !are_flags(other, mine, reach)
            && !is_before(block, other, reach)
    };
    if unordered(&cell.write) {
        let kind = if cell.write.is_atomic() && !cell.write.is_volatile() {
            Kind::Atomic
        } else {
            Kind::Write
        };
        return Some((cell.write, kind));
    }
    if !reach.kind.writes() {
        return None;
    }
    let read = cell.reads.iter().find(|it| unordered(it))?;
    Some((*read, Kind::Read))
}

/// Do both say that others look on? Volatile accesses of shared memory by two lanes of one warp do not: they are what code does that counts on lanes in step.
#[inline]
fn are_flags(other: &Seen, mine: &Seen, reach: &Reach) -> bool {
    if other.is_atomic() && mine.is_atomic() {
        return true;
    }
    let both = |it: &Seen| it.is_atomic() || it.is_volatile();
    let warp = |it: &Seen| u32::from(it.thread) / reach.warp_size;
    both(other)
        && both(mine)
        && (other.is_atomic() || mine.is_atomic() || warp(other) != warp(mine))
}

/// Is it known to the thread, or nobody's of this launch?
#[inline]
fn is_before(block: &BlockWatch, other: &Seen, reach: &Reach) -> bool {
    if other.run == block.run {
        return block
            .order
            .knows(reach.thread, u32::from(other.thread), other.stamp);
    }
    reach.shared
        || !block.launch().has_run(other.run)
        || block.order.knows_of_blocks(reach.thread, other.stamp)
}

#[inline]
fn remember(block: &BlockWatch, cell: &mut Cell, mine: Seen, reach: &Reach) {
    if reach.kind.writes() {
        // A thread's atomic goes on from its own read.
        for read in &mut cell.reads {
            if read.run == mine.run && read.thread == mine.thread {
                *read = Seen::default();
            }
        }
        cell.write = mine;
        return;
    }
    let same = |it: &Seen| it.run == mine.run && it.thread == mine.thread;
    let place = match &cell.reads {
        [first, _] if same(first) => 0,
        [first, second] if !same(second) && is_before(block, first, reach) => 0,
        _ => 1,
    };
    cell.reads[place] = mine;
}

/// Looks at an access, and tells or keeps what it races with.
pub(super) fn access(
    state: &mut State,
    block: &mut BlockWatch,
    cells: Cells<'_>,
    reach: &Reach,
    story: impl FnOnce() -> (String, Vec<HostCall>),
) {
    let found = match cells {
        Cells::Shared => {
            let mut cells = std::mem::take(&mut block.shared_cells);
            let found = look(block, &mut cells, reach, state.clock);
            block.shared_cells = cells;
            found
        }
        Cells::Of(cells) => look(block, cells, reach, state.clock),
    };
    let Some(conflict) = found else { return };
    tell(state, block.launch(), &conflict, story);
}

/// Where what is remembered of an access's words lies.
pub(super) enum Cells<'a> {
    /// In the block's watch.
    Shared,
    Of(&'a mut [Cell]),
}

#[cold]
fn tell(
    state: &mut State,
    launch: &LaunchWatch,
    conflict: &Conflict,
    story: impl FnOnce() -> (String, Vec<HostCall>),
) {
    let Conflict {
        mine,
        other,
        my_kind,
        other_kind,
        bytes,
        offset,
        shared,
    } = *conflict;
    let new = || {
        let (memory, calls) = story();
        let place = match (shared, memory.is_empty()) {
            (true, _) => format!(" of shared memory, {} into it", counted(offset, "byte")),
            (false, true) => format!(" of memory, {} into it", counted(offset, "byte")),
            (false, false) => format!(", {} into {memory}", counted(offset, "byte")),
        };
        let between = match (mine.run == other.run, my_kind, other_kind) {
            (false, ..) => "two blocks",
            (true, ..) => "two threads",
        };
        let of = |what: String, seen: &Seen| {
            launch.access(what, seen.run, u32::from(seen.thread), seen.place)
        };
        New {
            message: format!("{between} race for {}{place}", counted(bytes, "byte")),
            kernel: launch.name(),
            access: Some(of(my_kind.of_bytes(bytes), &mine)),
            // Of the other one only those words are known that this one touched.
            other: Some(of(other_kind.name().to_owned(), &other)),
            memory: calls,
        }
    };
    // Once a write, whoever reads it, and whoever of the two comes first.
    let place = match (my_kind.writes(), other_kind.writes()) {
        (true, false) => mine.place,
        (false, true) => other.place,
        _ => mine.place.min(other.place),
    };
    let key = (Check::Race, launch.code, place, "race");
    state.book.add(key, new);
}

/// Fences and atomics: what a thread that has fenced did before is known to who reads what it wrote then.
pub(super) fn synchronise(state: &mut State, block: &mut BlockWatch, reach: &Reach) {
    let word = reach.address / WORD_BYTES;
    let mut released = block.launch().released.borrow_mut();
    if let Some(&stamp) = released.get(&word) {
        block.order.learns(reach.thread, stamp);
    }
    if block.fenced && reach.kind.writes() {
        released.insert(word, state.tick());
    }
}
