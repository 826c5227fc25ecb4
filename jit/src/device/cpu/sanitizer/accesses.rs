//! One access: where it goes, whether it may, and what is remembered of it.

use std::fs;
use std::sync::atomic::Ordering;

use super::block::BlockWatch;
use super::book::{New, story};
use super::memory::{Nearby, Region, cells, sized};
use super::races::{self, Cells, Reach};
use super::shadow::Written;
use super::what::{Kind, What, Within, counted};
use super::{HOST_MEMORY_ALLOWED, Line, State};
use crate::device::cpu::block::Resident;
use crate::device::cpu::fiber::DeviceThread;
use crate::wire::{Check, HostCall};

/// No memory of a process lies below.
const LOWEST: usize = 1 << 16;

/// Bytes that a bad access gets in place of what it asks for.
const SCRATCH_BYTES: usize = 1 << 16;

/// An access as a kernel tells it.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) address: usize,
    pub(super) bytes: usize,
    pub(super) alignment: usize,
    pub(super) place: u32,
    pub(super) kind: Kind,
    /// An atomic, or volatile.
    pub(super) atomic: bool,
    pub(super) volatile: bool,
    /// What is stored, if it is known.
    pub(super) stored: Stored,
    /// The whole of a copy, padding included.
    pub(super) whole: bool,
    /// Nothing may ever be computed with what is read.
    pub(super) unused: bool,
}

/// What is stored.
#[derive(Clone, Copy)]
pub(super) enum Stored {
    Unknown,
    Value(u64),
    /// What lies there.
    Copy(usize),
    /// Each byte is this.
    Fill(u8),
}

/// The device thread that tells, with what belongs to it.
pub(super) struct Teller<'turn> {
    pub(super) thread: &'turn DeviceThread,
    pub(super) resident: &'turn Resident,
    pub(super) block: &'turn mut BlockWatch,
    pub(super) state: &'turn mut State,
}

/// Memory outside of all regions that may be accessed, or may not.
enum Outside {
    /// The thread's own, or nobody's business.
    Good,
    /// It is wrong, and can be done all the same.
    Told(&'static str, String, Vec<HostCall>),
    /// It is wrong, and must not be done.
    Bad(&'static str, String, Vec<HostCall>),
}

impl Teller<'_> {
    /// Looks at an access; gives the address that it is to use.
    pub(super) fn look(&mut self, access: &Access) -> usize {
        let checks = self.state.checks();
        if checks.counts_traffic() {
            self.count(access);
            if checks.only_counts_traffic() {
                return access.address;
            }
        }
        if access.address & (access.alignment - 1) != 0 && checks.has(Check::Memory) {
            let must = access.alignment;
            self.tell(access, "misaligned", Vec::new(), || {
                format!(" at an address that is no multiple of {must}")
            });
        }
        let (base, bytes) = self.block.shared;
        let offset = access.address.wrapping_sub(base);
        if offset < bytes {
            if offset + access.bytes <= bytes {
                self.look_at_shared(access, offset);
                return access.address;
            }
            return self.refuse(access, "past shared", Vec::new(), || {
                past_shared(offset + access.bytes - bytes, access.bytes, bytes)
            });
        }
        if self.resident.is_of_cluster(access.address) {
            return access.address;
        }
        if let Some(region) = self.state.memory.find(access.address, access.place) {
            let offset = access.address - region.base;
            let past = (offset + access.bytes).saturating_sub(region.bytes);
            if past == 0 {
                let region: *mut Region = region;
                // SAFETY: regions live in boxes of `memory`, which nothing changes while an access is looked at; the book and the clock are other fields.
                self.look_at_region(access, offset, unsafe { &mut *region });
                return access.address;
            }
            let (memory, calls) = (region.in_words(), story(&region.allocated, None));
            return self.refuse(access, "past", calls, || partly_past(past, &memory));
        }
        match self.outside(access) {
            Outside::Good => access.address,
            Outside::Told(kind, message, calls) => {
                if checks.has(Check::Memory) {
                    self.tell(access, kind, calls, || message);
                }
                access.address
            }
            Outside::Bad(kind, message, calls) => self.refuse(access, kind, calls, || message),
        }
    }

    /// Counts an access of shared or global memory.
    fn count(&mut self, access: &Access) {
        let (base, bytes) = self.block.shared;
        let shared = access.address.wrapping_sub(base) < bytes;
        let launch = self.block.launch();
        let known = shared
            || (self.state.memory.find(access.address, access.place)).is_some()
            || launch.heap_allocation(access.address).is_some();
        if known {
            let who = (
                self.block.run,
                self.thread.abi.linear,
                self.thread.warp_size,
            );
            self.state.traffic.accessed(launch, who, access, shared);
        }
    }

    /// Looks at an access that the compiler knows to be within an object; gives the address that it is to use.
    pub(super) fn look_within(
        &mut self,
        access: &Access,
        what: What,
        base: usize,
        bytes: usize,
    ) -> usize {
        let bytes = match what.within() {
            Within::DynamicShared => {
                (self.block.shared.0 + self.block.shared.1).saturating_sub(base)
            }
            _ => bytes,
        };
        let offset = access.address.wrapping_sub(base);
        if offset < bytes && offset + access.bytes <= bytes {
            return access.address;
        }
        let name = match what.within() {
            Within::Local => "a local array",
            Within::Shared => "a `__shared__` variable",
            Within::DynamicShared => "the dynamic shared memory",
            Within::Variable => "a device variable",
            _ => "constant data",
        };
        self.refuse(access, "object", Vec::new(), || {
            let memory = format!("{name} of {}", counted(bytes, "byte"));
            let signed = offset.cast_signed();
            if signed < 0 {
                let before = signed.unsigned_abs();
                format!(", {} before the start of {memory}", counted(before, "byte"))
            } else if offset >= bytes {
                past_end(offset - bytes, &memory)
            } else {
                partly_past(offset + access.bytes - bytes, &memory)
            }
        })
    }

    fn look_at_shared(&mut self, access: &Access, offset: usize) {
        let checks = self.state.checks();
        if self.is_silent(access) {
            self.block.shared_written.set(offset, access.bytes);
            return;
        }
        if init(&mut self.block.shared_written, access, offset) && checks.has(Check::Init) {
            {
                self.tell_unwritten(access, Vec::new(), || {
                    format!(", {} into shared memory", counted(offset, "byte"))
                });
            }
        }
        if checks.has(Check::Race) {
            let reach = self.reach(access, offset, true, access.atomic && !access.volatile);
            if access.atomic {
                races::synchronise(self.state, self.block, &reach);
            }
            let story = || (String::new(), Vec::new());
            races::access(self.state, self.block, Cells::Shared, &reach, story);
        }
    }

    fn look_at_region(&mut self, access: &Access, offset: usize, region: &mut Region) {
        let checks = self.state.checks();
        let silent = self.is_silent(access);
        if let Some(written) = &mut region.written
            && init(written, access, offset)
            && checks.has(Check::Init)
        {
            let (memory, calls) = (region.in_words(), story(&region.allocated, None));
            self.tell_unwritten(access, calls, || {
                format!(", {} into {memory}", counted(offset, "byte"))
            });
        }
        if silent || !checks.has(Check::Race) {
            return;
        }
        let reach = self.reach(access, offset, false, access.atomic);
        if reach.atomic {
            races::synchronise(self.state, self.block, &reach);
        }
        let (name, bytes, allocated) = (region.name, region.bytes, &region.allocated);
        let story = || (sized(name, bytes), story(allocated, None));
        let cells = Cells::Of(cells(&mut region.cells, bytes));
        races::access(self.state, self.block, cells, &reach, story);
    }

    fn reach(&self, access: &Access, offset: usize, shared: bool, atomic: bool) -> Reach {
        Reach {
            thread: self.thread.abi.linear,
            place: access.place,
            kind: access.kind,
            atomic,
            volatile: access.volatile,
            warp_size: self.thread.warp_size,
            address: access.address,
            bytes: access.bytes,
            offset,
            shared,
        }
    }

    /// Does the store leave memory as it is? Who does that races with nobody.
    fn is_silent(&self, access: &Access) -> bool {
        let bytes = access.bytes;
        // SAFETY: the access lies in memory that is there, and so does what is copied, which was looked at before. Values are told of 8 bytes at most.
        let there = |at: usize| unsafe { std::slice::from_raw_parts(at as *const u8, bytes) };
        match access.stored {
            Stored::Unknown => false,
            Stored::Value(value) => is_value(access.address, bytes, value),
            Stored::Copy(from) => there(access.address) == there(from),
            Stored::Fill(byte) => there(access.address).iter().all(|it| *it == byte),
        }
    }

    fn outside(&self, access: &Access) -> Outside {
        let address = access.address;
        if self.thread.stack_contains(address)
            || self.block.launch().is_parameter(address)
            || self.state.is_scratch(address)
        {
            return Outside::Good;
        }
        if self.resident.is_stack(address) {
            let message = " in another thread's local memory".to_owned();
            return Outside::Told("local", message, Vec::new());
        }
        if address < LOWEST {
            let message = match address {
                0 => " through a null pointer".to_owned(),
                _ => format!(" at address {address:#x}, which is nearly null"),
            };
            return Outside::Bad("null", message, Vec::new());
        }
        if let Some((kind, message, calls)) = self.near(address) {
            return Outside::Bad(kind, message, calls);
        }
        if self.block.launch().heap_allocation(address).is_some() {
            // Memory of arrays, say, that the API gives out under other names.
            return Outside::Good;
        }
        let (base, bytes) = self.block.shared;
        let past = address.wrapping_sub(base + bytes);
        if bytes > 0 && past < 4096 {
            let memory = format!("the block's shared memory of {}", counted(bytes, "byte"));
            return Outside::Bad("past shared", past_end(past, &memory), Vec::new());
        }
        match mapped(address) {
            Mapped::Constant => Outside::Good,
            Mapped::Writable if HOST_MEMORY_ALLOWED.load(Ordering::Relaxed) => Outside::Good,
            Mapped::Writable => {
                let message = format!(
                    " at {address:#x}, which is the host's own memory: on most GPUs an illegal address"
                );
                Outside::Told("host", message, Vec::new())
            }
            Mapped::Nothing => {
                let message = format!(" at {address:#x}, where no memory is");
                Outside::Bad("nothing", message, Vec::new())
            }
        }
    }

    /// What is near an address that is in no memory of the user's; nothing if it lies in other memory of the device's.
    fn near(&self, address: usize) -> Option<(&'static str, String, Vec<HostCall>)> {
        let there = self.block.launch().heap_allocation(address);
        let bytes = |count| counted(count, "byte");
        Some(match self.state.memory.nearby(address) {
            Nearby::Freed(it) => (
                "freed",
                format!(
                    ", {} into {} that has been freed",
                    bytes(address - it.base),
                    sized(it.name, it.bytes)
                ),
                story(&it.allocated, Some(&it.freed)),
            ),
            Nearby::Past(it, past) if there.is_none_or(|base| base == it.base) => (
                "past",
                past_end(past, &it.in_words()),
                story(&it.allocated, None),
            ),
            Nearby::Before(it, ahead) if there.is_none() => (
                "before",
                format!(", {} before the start of {}", bytes(ahead), it.in_words()),
                story(&it.allocated, None),
            ),
            _ => return None,
        })
    }

    /// Tells that an access is wrong, and gives it other memory.
    #[cold]
    fn refuse(
        &mut self,
        access: &Access,
        kind: &'static str,
        calls: Vec<HostCall>,
        where_: impl FnOnce() -> String,
    ) -> usize {
        if !self.state.checks().has(Check::Memory) {
            return access.address;
        }
        self.tell(access, kind, calls, where_);
        self.state.scratch(access.bytes)
    }

    #[cold]
    fn tell(
        &mut self,
        access: &Access,
        kind: &'static str,
        calls: Vec<HostCall>,
        where_: impl FnOnce() -> String,
    ) {
        self.add(Check::Memory, access, kind, calls, where_);
    }

    #[cold]
    fn tell_unwritten(
        &mut self,
        access: &Access,
        calls: Vec<HostCall>,
        where_: impl FnOnce() -> String,
    ) {
        let told = || format!(" that nobody has written{}", where_());
        self.add(Check::Init, access, "unwritten", calls, told);
    }

    /// Keeps a finding of an access. `rest`: what its message says after what the access is.
    fn add(
        &mut self,
        check: Check,
        access: &Access,
        kind: &'static str,
        calls: Vec<HostCall>,
        rest: impl FnOnce() -> String,
    ) {
        let launch = self.block.launch();
        let (run, thread) = (self.block.run, self.thread.abi.linear);
        let new = || {
            let what = access.kind.of_bytes(access.bytes);
            New {
                message: format!("{what}{}", rest()),
                kernel: launch.name(),
                access: Some(launch.access(what, run, thread, access.place)),
                other: None,
                memory: calls,
            }
        };
        let key = (check, launch.code, access.place, kind);
        self.state.book.add(key, new);
    }
}

fn past_shared(past: usize, bytes: usize, size: usize) -> String {
    let memory = format!("the block's shared memory of {}", counted(size, "byte"));
    match past < bytes {
        true => partly_past(past, &memory),
        false => past_end(past - bytes, &memory),
    }
}

fn past_end(past: usize, memory: &str) -> String {
    match past {
        0 => format!(", just past the end of {memory}"),
        past => format!(", {} past the end of {memory}", counted(past, "byte")),
    }
}

fn partly_past(past: usize, memory: &str) -> String {
    let last = match past {
        1 => "the last byte".to_owned(),
        past => format!("the last {past} of them"),
    };
    format!(", {last} past the end of {memory}")
}

/// Is the value what lies there? It has 8 bytes at most.
#[inline]
fn is_value(address: usize, bytes: usize, value: u64) -> bool {
    // SAFETY: the caller has found the access to lie in memory that is there.
    unsafe {
        match bytes {
            1 => *(address as *const u8) == value as u8,
            2 => (address as *const u16).read_unaligned() == value as u16,
            4 => (address as *const u32).read_unaligned() == value as u32,
            8 => (address as *const u64).read_unaligned() == value,
            _ => false,
        }
    }
}

/// Notes a write, or looks whether what is read was written: true if none of it was. Parts of an access may be padding.
fn init(written: &mut Written, access: &Access, offset: usize) -> bool {
    let unwritten = access.kind != Kind::Write && written.count(offset, access.bytes) == 0;
    if access.kind != Kind::Read || unwritten {
        // What was told is not told again of who reads it next.
        written.set(offset, access.bytes);
    }
    unwritten && !access.whole && !access.unused
}

/// What the system has at an address.
enum Mapped {
    /// Code, and data that nobody can write.
    Constant,
    Writable,
    Nothing,
}

#[cold]
fn mapped(address: usize) -> Mapped {
    let Ok(maps) = fs::read_to_string("/proc/self/maps") else {
        return Mapped::Constant;
    };
    for line in maps.lines() {
        let mut words = line.split(' ');
        let range = words.next().and_then(|it| it.split_once('-'));
        let number = |text: &str| usize::from_str_radix(text, 16).ok();
        let Some((Some(start), Some(end))) = range.map(|(a, b)| (number(a), number(b))) else {
            continue;
        };
        if (start..end).contains(&address) {
            return match words.next().unwrap_or_default().as_bytes() {
                [_, b'w', ..] => Mapped::Writable,
                [b'r', ..] => Mapped::Constant,
                _ => Mapped::Nothing,
            };
        }
    }
    Mapped::Nothing
}

impl State {
    fn is_scratch(&self, address: usize) -> bool {
        address.wrapping_sub(self.scratch.as_ptr() as usize) < size_of_val(&self.scratch[..])
    }

    /// Memory for an access that must not be done where it asks; it reads as zeros.
    fn scratch(&mut self, bytes: usize) -> usize {
        if self.scratch.is_empty() {
            self.scratch = vec![Line::ZEROS; SCRATCH_BYTES / 64];
        }
        let lines = bytes.div_ceil(64).min(self.scratch.len());
        self.scratch[..lines].fill(Line::ZEROS);
        self.scratch.as_mut_ptr() as usize
    }
}
