//! The queue that kernels of a GPU write what they launch to: `__chv_launches` of `chevron/device_runtime_nvptx.h`, whose layout this is.

use crate::device::{Completion, Copy, Device, Fill, LaunchConfig, Result, Status, StreamId};
use crate::modules::LAUNCH_QUEUE_BYTES;

/// Attributes of a device, by `cudaDeviceAttr`; limits, by `cudaLimit`.
const ATTRIBUTES: usize = 256;
const LIMITS: usize = 8;
/// Errors of a grid that are kept, and bytes of each.
const ERRORS: usize = 64;
const ERROR_BYTES: usize = 24;

// Where things lie, bytes from the start.
const LIMITS_AT: usize = 48;
const ATTRIBUTES_AT: usize = LIMITS_AT + LIMITS * 8;
const ERRORS_AT: usize = ATTRIBUTES_AT + ATTRIBUTES * 4;
const ENTRIES_AT: usize = ERRORS_AT + ERRORS * ERROR_BYTES;

/// Bytes of an entry before its payload.
const ENTRY_BYTES: usize = 80;
/// What is read at once after a grid: few launch more.
const FIRST_BYTES: usize = 8192;

/// Bytes of entries at most.
const CAPACITY: usize = LAUNCH_QUEUE_BYTES - ENTRIES_AT - ENTRY_BYTES;

/// `cudaStreamTailLaunch`
const STREAM_TAIL: u64 = 3;

/// A device's queue.
pub(super) struct Queue<'a> {
    pub(super) device: &'a dyn Device,
    pub(super) stream: StreamId,
    /// Where it lies on the device.
    pub(super) address: u64,
}

/// What kernels can ask of their device.
pub(super) struct Facts {
    pub(super) device: i32,
    pub(super) devices: i32,
    /// -1: there is no such attribute.
    pub(super) attributes: Box<[i32; ATTRIBUTES]>,
    /// `u64::MAX`: there is no such limit.
    pub(super) limits: [u64; LIMITS],
}

/// How far a grid may go.
pub(super) struct Bounds {
    pub(super) depth: u32,
    pub(super) depth_max: u32,
    pub(super) pending_max: u32,
}

/// What a grid has launched, in the order of the queue.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Found {
    pub(super) entries: Vec<Entry>,
    /// Launches that found no room in the queue, and whose threads did not ask for the error.
    pub(super) without_room: usize,
}

/// One thing that a thread has asked for.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) asked: Asked,
    /// It comes after the grid and all else that it has launched.
    pub(super) tail: bool,
}

/// What can be asked for.
#[derive(Debug, PartialEq)]
pub(super) enum Asked {
    Grid(AskedGrid),
    Copy(Copy),
    Fill(Fill),
}

/// A launch as a thread has asked for it.
#[derive(Debug, PartialEq)]
pub(super) struct AskedGrid {
    /// Address of the kernel's name on the device.
    pub(super) name: u64,
    pub(super) config: LaunchConfig,
    /// The parameters' buffer, without what stands before it.
    pub(super) parameters: Vec<u8>,
    /// The device has refused it with this status, and no thread has asked for that.
    pub(super) refused: Option<Status>,
}

impl Queue<'_> {
    /// Empties the queue for the next grid.
    pub(super) fn begin(&self, bounds: &Bounds, facts: &Facts) -> Result<()> {
        let mut head = Vec::with_capacity(ERRORS_AT);
        let words = [
            0,
            CAPACITY as u32,
            0,
            0,
            bounds.pending_max,
            bounds.depth,
            bounds.depth_max,
            0,
        ];
        head.extend(words.iter().flat_map(|it| it.to_ne_bytes()));
        let numbers = [facts.device, facts.devices, 0, 0];
        head.extend(numbers.iter().flat_map(|it| it.to_ne_bytes()));
        head.extend(facts.limits.iter().flat_map(|it| it.to_ne_bytes()));
        head.extend(facts.attributes.iter().flat_map(|it| it.to_ne_bytes()));
        let copy = Copy::linear(self.address, head.as_ptr() as u64, head.len());
        // SAFETY: the queue has that many bytes, and `head` stays until the copy is done.
        unsafe { self.device.copy(self.stream, &copy, Completion::Done) }
    }

    /// Reads what a grid has launched that has ended.
    pub(super) fn read(&self) -> Result<Found> {
        let mut bytes = vec![0; FIRST_BYTES];
        self.fetch(self.address, &mut bytes)?;
        let used = word(&bytes, 0) as usize;
        let end = ENTRIES_AT + used.min(CAPACITY);
        if end > FIRST_BYTES {
            bytes.resize(end + ENTRY_BYTES, 0);
            self.fetch(self.address + FIRST_BYTES as u64, &mut bytes[FIRST_BYTES..])?;
        }
        Ok(found_in(&bytes))
    }

    /// Copies memory of the device.
    ///
    /// # Errors
    /// The device has nothing there.
    pub(super) fn fetch(&self, address: u64, bytes: &mut [u8]) -> Result<()> {
        let copy = Copy::linear(bytes.as_mut_ptr() as u64, address, bytes.len());
        // SAFETY: there is room for as many bytes, and the driver refuses an address where it has nothing.
        unsafe { self.device.copy(self.stream, &copy, Completion::Done) }
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.map_or(0, |it| u32::from_ne_bytes(*it))
}

fn double(bytes: &[u8], at: usize) -> u64 {
    let found = bytes.get(at..).and_then(<[u8]>::first_chunk);
    found.map_or(0, |it| u64::from_ne_bytes(*it))
}

/// The errors that are still to be told, by their numbers.
fn untold(bytes: &[u8]) -> impl Fn(u32) -> Option<Status> {
    move |number| {
        let at = ERRORS_AT + number as usize * ERROR_BYTES;
        // Of later ones nothing is known but that there were some.
        let known = (number as usize) < ERRORS;
        let told = !known || word(bytes, at + 16) == 1;
        told.then(|| match known {
            true => Status(word(bytes, at + 12) as i32),
            false => Status::UNKNOWN,
        })
    }
}

/// Reads a queue from its start.
fn found_in(bytes: &[u8]) -> Found {
    let used = ENTRIES_AT + (word(bytes, 0) as usize).min(CAPACITY);
    let errors = word(bytes, 8);
    let untold = untold(bytes);
    let mut found = Found::default();
    let mut of_entries = Vec::new();
    let mut at = ENTRIES_AT;
    while at < used {
        let length = word(bytes, at) as usize;
        let Some(entry) = bytes.get(at..at + length).filter(|_| length >= ENTRY_BYTES) else {
            break;
        };
        if word(entry, 4) == 4 {
            of_entries.push(word(entry, 72));
        }
        found.entries.extend(entry_of(entry, &untold));
        at += length;
    }
    let others = (0..errors.min(ERRORS as u32)).filter(|it| !of_entries.contains(it));
    found.without_room = others.filter(|&it| untold(it).is_some()).count();
    found
}

/// One entry; none if nothing came of it, or a refused launch is handled.
fn entry_of(entry: &[u8], untold: &impl Fn(u32) -> Option<Status>) -> Option<Entry> {
    let payload = entry.get(word(entry, 68) as usize..)?;
    let rows = |at: usize| double(payload, 16 + at * 8) as usize;
    let asked = match word(entry, 4) {
        kind @ (1 | 4) => Asked::Grid(AskedGrid {
            name: double(entry, 8),
            config: LaunchConfig {
                grid: [16, 20, 24].map(|at| word(entry, at)),
                block: [28, 32, 36].map(|at| word(entry, at)),
                dynamic_shared_bytes: word(entry, 40),
                cooperative: false,
                cluster: [0; 3],
            },
            parameters: payload.to_vec(),
            refused: match kind {
                1 => None,
                _ => Some(untold(word(entry, 72))?),
            },
        }),
        2 => Asked::Copy(Copy {
            target: double(payload, 0),
            source: double(payload, 8),
            width: rows(0),
            height: rows(1),
            depth: rows(2),
            target_pitch: rows(3),
            target_slice: rows(4),
            source_pitch: rows(5),
            source_slice: rows(6),
        }),
        3 => Asked::Fill(Fill {
            target: double(payload, 0),
            value: word(payload, 72),
            element_bytes: 1,
            width: rows(0),
            height: rows(1),
            depth: rows(2),
            pitch: rows(3),
            slice: rows(4),
        }),
        _ => return None,
    };
    Some(Entry {
        asked,
        tail: double(entry, 48) == STREAM_TAIL,
    })
}

#[cfg(test)]
mod tests {
    use super::{Asked, CAPACITY, ENTRIES_AT, ENTRY_BYTES, ERRORS, ERRORS_AT, Found, found_in};
    use crate::device::Status;

    /// Puts a word.
    fn put(bytes: &mut [u8], at: usize, value: u32) {
        bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
    }

    /// A queue with an entry of each kind in it, of 160 bytes each.
    fn queue(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = vec![0; ENTRIES_AT + kinds.len() * 160 + ENTRY_BYTES];
        put(&mut bytes, 0, kinds.len() as u32 * 160);
        for (number, kind) in kinds.iter().enumerate() {
            let at = ENTRIES_AT + number * 160;
            put(&mut bytes, at, 160);
            put(&mut bytes, at + 4, *kind);
            put(&mut bytes, at + 16, 7);
            put(&mut bytes, at + 68, 80);
            put(&mut bytes, at + 80, 42);
        }
        bytes
    }

    #[test]
    fn the_layout_is_the_headers() {
        assert_eq!(ENTRIES_AT, 2672);
        assert!(CAPACITY > 8_000_000);
    }

    #[test]
    fn entries_come_in_order_and_what_is_nothing_yet_is_left_out() {
        let found = found_in(&queue(&[1, 0, 2, 3]));
        assert_eq!(found.entries.len(), 3);
        let Asked::Grid(grid) = &found.entries[0].asked else {
            panic!("{found:?}");
        };
        assert_eq!(grid.config.grid[0], 7);
        assert_eq!(grid.parameters[0], 42);
        assert!(matches!(found.entries[1].asked, Asked::Copy(_)));
        assert!(matches!(found.entries[2].asked, Asked::Fill(_)));
    }

    #[test]
    fn a_refused_launch_is_told_until_its_thread_has_asked() {
        let mut bytes = queue(&[4]);
        put(&mut bytes, 8, 2);
        put(&mut bytes, ERRORS_AT + 12, 9);
        put(&mut bytes, ERRORS_AT + 16, 1);
        let found = found_in(&bytes);
        let Asked::Grid(grid) = &found.entries[0].asked else {
            panic!("{found:?}");
        };
        assert_eq!(grid.refused, Some(Status::INVALID_CONFIGURATION));
        assert_eq!(found.without_room, 0);
        put(&mut bytes, ERRORS_AT + 16, 0);
        assert_eq!(found_in(&bytes), Found::default());
    }

    #[test]
    fn a_launch_whose_error_was_not_kept_stays_refused() {
        let mut bytes = queue(&[4]);
        put(&mut bytes, 8, ERRORS as u32 + 1);
        put(&mut bytes, ENTRIES_AT + 72, ERRORS as u32);
        let found = found_in(&bytes);
        let Asked::Grid(grid) = &found.entries[0].asked else {
            panic!("{found:?}");
        };
        assert_eq!(grid.refused, Some(Status::UNKNOWN));
    }

    #[test]
    fn a_broken_length_ends_the_queue() {
        let mut bytes = queue(&[1, 1]);
        put(&mut bytes, ENTRIES_AT, 3);
        assert_eq!(found_in(&bytes), Found::default());
    }
}
