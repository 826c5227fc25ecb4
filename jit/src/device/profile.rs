//! What devices do while a profile is taken: each piece of work, with its times. While none is, work asks one flag and nothing is kept.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use super::{Device, EventId, Result, StreamId};
use crate::lock::lock;
use crate::wire::profile::{Activity, Did, KernelRun, Meter, Profile};

/// Pieces of work that are kept at most; of more only the number is.
const ACTIVITIES_MAX: usize = 100_000;

/// Is a profile taken?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Is what devices do with their own work to be measured by events around it?
static BY_EVENTS: AtomicBool = AtomicBool::new(false);

static BOOK: Mutex<Option<Book>> = Mutex::new(None);

thread_local! {
    /// The stream whose work this thread does.
    static STREAM: Cell<StreamId> = const { Cell::new(StreamId::LEGACY) };
}

/// What is kept.
struct Book {
    start: Instant,
    meter: Meter,
    activities: Vec<Activity>,
    left_out: u64,
    /// Work between two events that may not have happened yet.
    pending: Vec<Pending>,
}

/// Work of a device, from one event to another one.
struct Pending {
    did: Did,
    device: String,
    stream: StreamId,
    from: EventId,
    to: EventId,
}

impl Book {
    fn add(&mut self, activity: Activity) {
        match self.activities.len() < ACTIVITIES_MAX {
            true => self.activities.push(activity),
            false => self.left_out += 1,
        }
    }
}

/// Is a profile taken? Asked by each piece of work.
#[inline]
pub(crate) fn is_taken() -> bool {
    TAKEN.load(Ordering::Relaxed)
}

fn book() -> MutexGuard<'static, Option<Book>> {
    lock(&BOOK)
}

/// From now on what devices do is kept. `meter`: who measures what a driver does.
pub(crate) fn begin(meter: Meter) {
    BY_EVENTS.store(matches!(meter, Meter::Events(_)), Ordering::Relaxed);
    *book() = Some(Book {
        start: Instant::now(),
        meter,
        activities: Vec::new(),
        left_out: 0,
        pending: Vec::new(),
    });
    TAKEN.store(true, Ordering::Release);
}

/// Gives what was kept. The devices have done all that was asked of them. Empty if no profile is taken.
pub(crate) fn end() -> Profile {
    TAKEN.store(false, Ordering::Release);
    let Some(book) = book().take() else {
        return Profile::default();
    };
    Profile {
        meter: book.meter,
        total_ns: nanoseconds(book.start),
        activities: book.activities,
        left_out: book.left_out,
    }
}

fn nanoseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// The time of the profile that is taken, nanoseconds; none if none is. Given to `done` when the work has ended.
#[inline]
pub(crate) fn start() -> Option<u64> {
    match is_taken() {
        true => now(),
        false => None,
    }
}

#[cold]
fn now() -> Option<u64> {
    book().as_ref().map(|book| nanoseconds(book.start))
}

/// Work of this thread's stream has ended, which began at the time that `start` gave.
pub(crate) fn done(start_ns: Option<u64>, device: &str, did: impl FnOnce() -> Did) {
    let Some(start_ns) = start_ns else {
        return;
    };
    let did = did();
    if let Some(book) = book().as_mut() {
        let end_ns = nanoseconds(book.start);
        book.add(Activity {
            did,
            device: device.to_owned(),
            stream: STREAM.get().0,
            start_ns,
            end_ns,
        });
    }
}

/// Does a stream's work: what ends in it is of this stream.
pub(crate) fn in_stream<T>(stream: StreamId, work: impl FnOnce() -> T) -> T {
    let outer = STREAM.replace(stream);
    let result = work();
    STREAM.set(outer);
    result
}

/// What somebody else has measured; times count from the beginning of the profile.
pub(crate) fn add(activities: impl IntoIterator<Item = Activity>) {
    if let Some(book) = book().as_mut() {
        activities.into_iter().for_each(|it| book.add(it));
    }
}

/// Has a device do a piece of work, between two events of its own if such are to measure it.
#[inline]
pub(crate) fn between_events<T>(
    device: &dyn Device,
    stream: StreamId,
    did: impl FnOnce() -> Did,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    if !is_taken() || !BY_EVENTS.load(Ordering::Relaxed) {
        return work();
    }
    measured(device, stream, did(), work)
}

#[cold]
fn measured<T>(
    device: &dyn Device,
    stream: StreamId,
    did: Did,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let (from, to) = (device.create_event(true)?, device.create_event(true)?);
    device.record_event(from, stream)?;
    let result = work()?;
    device.record_event(to, stream)?;
    let pending = Pending {
        did,
        device: device.properties().id.clone(),
        stream,
        from,
        to,
    };
    if let Some(book) = book().as_mut() {
        match book.activities.len() + book.pending.len() < ACTIVITIES_MAX {
            true => book.pending.push(pending),
            false => book.left_out += 1,
        }
    }
    Ok(result)
}

/// An event of a device that stands for the beginning of the profile; nothing is left to be done before it.
pub(crate) fn first_event(device: &dyn Device) -> Result<EventId> {
    let event = device.create_event(true)?;
    device.record_event(event, StreamId::LEGACY)?;
    device.synchronize_event(event)?;
    Ok(event)
}

/// The work of a device that was measured by events has been done: its times are read. `first`: its `first_event`.
pub(crate) fn read_events(device: &dyn Device, first: EventId) {
    let id = &device.properties().id;
    let pending = match book().as_mut() {
        Some(book) => std::mem::take(&mut book.pending),
        None => return,
    };
    let (ours, others): (Vec<_>, Vec<_>) = pending.into_iter().partition(|it| it.device == *id);
    let read = |it: &Pending| -> Result<(u64, u64)> {
        let before = nanoseconds_of(device.elapsed_ms(first, it.from)?);
        Ok((
            before,
            before + nanoseconds_of(device.elapsed_ms(it.from, it.to)?),
        ))
    };
    let activities: Vec<Activity> = { ours.into_iter() }
        .filter_map(|it| {
            let times = read(&it);
            for event in [it.from, it.to] {
                // A failure costs memory alone.
                drop(device.destroy_event(event));
            }
            let (start_ns, end_ns) = times.ok()?;
            Some(Activity {
                did: it.did,
                device: it.device,
                stream: it.stream.0,
                start_ns,
                end_ns,
            })
        })
        .collect();
    if let Some(book) = book().as_mut() {
        book.pending = others;
    }
    add(activities);
    drop(device.destroy_event(first));
}

fn nanoseconds_of(milliseconds: f32) -> u64 {
    (f64::from(milliseconds.max(0.0)) * 1e6) as u64
}

/// A launch, as a profile tells it.
pub(crate) fn kernel(launch: &super::LaunchConfig, kernel: &super::LoadedKernel) -> KernelRun {
    KernelRun {
        name: kernel.display.clone(),
        grid: launch.grid,
        block: launch.block,
        shared_bytes: u64::from(kernel.shared_bytes) + u64::from(launch.dynamic_shared_bytes),
        on_host: None,
    }
}
