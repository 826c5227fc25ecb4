//! Devices without streams of their own: a backend does one thing at a time, and queues make it a device.

use std::sync::Arc;

use super::profile;
use super::queue::{Queues, QueuesAtRest, Work};
use super::rows::{fill_rows, move_rows};
use super::{
    Completion, Copy, Device, Error, EventId, Fill, Graphs, Interfaces, KernelId, Launch,
    LaunchConfig, Linked, MemoryInfo, MemoryKind, Properties, Rest, Rested, Result, Sharing,
    Status, StreamId, StreamOptions, Unrest, VirtualMemory, WatchedMemory,
};
use crate::wire::profile::{Did, Way};
use crate::wire::{DeviceFault, KernelImage};

/// What a device without streams does, at once and on the calling thread. Its memory is memory of this process.
pub trait Backend: Send + Sync + 'static {
    /// What it is.
    fn properties(&self) -> &Properties;

    /// Memory in use and in all.
    fn memory_info(&self) -> MemoryInfo;

    /// As `Device::allocate`.
    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64>;

    /// As `Device::free`.
    ///
    /// # Safety
    /// As for `Device::free`.
    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()>;

    /// As `Interfaces::watched_memory`.
    fn watched_memory(&self) -> Option<&dyn WatchedMemory> {
        None
    }

    /// As `Interfaces::sharing`.
    fn sharing(&self) -> Option<&dyn Sharing> {
        None
    }

    /// As `Interfaces::virtual_memory`.
    fn virtual_memory(&self) -> Option<&dyn VirtualMemory> {
        None
    }

    /// As `Device::load_kernel`.
    ///
    /// # Safety
    /// As for `Device::load_kernel`.
    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId>;

    /// As `Device::unload_kernel`.
    ///
    /// # Safety
    /// As for `Device::unload_kernel`.
    unsafe fn unload_kernel(&self, kernel: KernelId);

    /// Runs a kernel to its end. Several threads may do so at the same time.
    ///
    /// # Safety
    /// As for `Device::launch`.
    unsafe fn run(&self, launch: &Launch) -> std::result::Result<(), Box<DeviceFault>>;

    /// As `Device::cooperative_blocks_max`.
    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64;

    /// Makes kernels that run leave `run` with a fault, as far as that can be done at this moment.
    fn interrupt(&self) {}

    /// As `Device::rest`, for threads of its own.
    fn rest(&self) -> Rested<'_> {
        Err(Unrest::Working)
    }

    /// Does it take graphs whole, or does the runtime queue their nodes one by one, which may overlap?
    fn takes_graphs(&self) -> bool {
        false
    }

    /// Can it go on after a fault of a kernel?
    fn recovers(&self) -> bool {
        true
    }

    /// Tells that something was asked of the device; only a recording backend cares.
    fn note(&self, _call: &dyn Fn() -> String) {}
}

/// A device made of a backend and software streams.
pub struct Software<B> {
    backend: Arc<B>,
    queues: Arc<Queues>,
    /// The device's streams in the queues.
    group: usize,
    /// Its legacy default stream there.
    legacy: StreamId,
}

impl<B: Backend> Software<B> {
    /// A device over the backend.
    pub fn new(backend: B) -> Software<B> {
        Software {
            backend: Arc::new(backend),
            queues: Arc::new(Queues::new()),
            group: 0,
            legacy: StreamId::LEGACY,
        }
    }

    /// Another device whose streams can wait for this one's events. A fault of one is a fault of both.
    pub fn beside<C: Backend>(&self, backend: C) -> Software<C> {
        let group = self.queues.add_group();
        Software {
            backend: Arc::new(backend),
            queues: Arc::clone(&self.queues),
            group,
            legacy: self.queues.legacy(group),
        }
    }

    /// What the queues know a stream by.
    fn stream(&self, stream: StreamId) -> StreamId {
        if stream == StreamId::LEGACY {
            self.legacy
        } else {
            stream
        }
    }

    /// The backend.
    pub fn backend(&self) -> &B {
        &self.backend
    }

    /// Submits and, if asked for, waits; waiting threads take part in the work.
    fn submit(&self, stream: StreamId, work: Work, completion: Completion) -> Result<()> {
        let stream = self.stream(stream);
        match completion {
            Completion::Queued => self.queues.submit(stream, work).map(drop),
            Completion::Soon => self.queues.submit_soon(stream, work),
            Completion::Done => {
                self.queues.submit_and_wait(stream, work)?;
                self.healthy()
            }
        }
    }

    /// A host function of a profile's.
    fn measured_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Box<dyn FnOnce(Status) + Send> {
        let backend = Arc::clone(&self.backend);
        Box::new(move |status| {
            let start = profile::start();
            function(status);
            profile::in_stream(stream, || {
                profile::done(start, &backend.properties().id, || Did::Host);
            });
        })
    }

    /// The sticky error, as the caller of a waiting method gets it.
    fn healthy(&self) -> Result<()> {
        self.queues
            .fault()
            .map_or(Ok(()), |fault| Err(Error::from(&fault)))
    }
}

impl<B: Backend> Device for Software<B> {
    fn properties(&self) -> &Properties {
        self.backend.properties()
    }

    fn memory_info(&self) -> MemoryInfo {
        self.backend.memory_info()
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64> {
        self.backend
            .note(&|| format!("alloc {bytes}{}", suffix(kind)));
        self.backend.allocate(bytes, kind)
    }

    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()> {
        self.backend.note(&|| format!("free{}", suffix(kind)));
        // SAFETY: the caller's duty is the same.
        unsafe { self.backend.free(address, kind) }
    }

    unsafe fn register_host(&self, address: u64, bytes: usize) -> Result<u64> {
        self.backend.note(&|| format!("register {bytes}"));
        Ok(address)
    }

    unsafe fn unregister_host(&self, _address: u64) -> Result<()> {
        self.backend.note(&|| "unregister".to_owned());
        Ok(())
    }

    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId> {
        self.backend.note(&|| format!("load {}", image.display));
        // SAFETY: the caller's duty is the same.
        unsafe { self.backend.load_kernel(image, linked) }
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        // SAFETY: the caller's duty is the same.
        unsafe { self.backend.unload_kernel(kernel) }
    }

    fn create_stream(&self, options: StreamOptions) -> Result<StreamId> {
        let stream = self.queues.create_stream(options, self.group);
        let kind = if options.blocking { "" } else { " nonblocking" };
        self.backend
            .note(&|| format!("stream create {}{kind}", stream.0));
        Ok(stream)
    }

    fn destroy_stream(&self, stream: StreamId) -> Result<()> {
        self.backend
            .note(&|| format!("stream destroy {}", stream.0));
        self.queues.destroy_stream(stream)
    }

    fn stream_done(&self, stream: StreamId) -> Result<bool> {
        let done = self.queues.stream_done(self.stream(stream))?;
        self.healthy().map(|()| done)
    }

    fn synchronize_stream(&self, stream: StreamId) -> Result<()> {
        self.backend.note(&|| format!("sync stream={}", stream.0));
        self.queues.synchronize_stream(self.stream(stream))?;
        self.healthy()
    }

    fn synchronize(&self) -> Result<()> {
        self.backend.note(&|| "sync".to_owned());
        self.queues.synchronize(self.group);
        self.healthy()
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        self.backend
            .note(&|| format!("wait event={} stream={}", event.0, stream.0));
        self.queues.wait_event(self.stream(stream), event)
    }

    fn host_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Result<()> {
        self.backend.note(&|| format!("host stream={}", stream.0));
        let function = match profile::is_taken() {
            false => function,
            true => self.measured_function(stream, function),
        };
        self.submit(stream, Work::Always(function), Completion::Queued)
    }

    fn create_event(&self, timing: bool) -> Result<EventId> {
        Ok(self.queues.create_event(timing))
    }

    fn destroy_event(&self, event: EventId) -> Result<()> {
        self.queues.destroy_event(event)
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.backend
            .note(&|| format!("record event={} stream={}", event.0, stream.0));
        self.queues.record_event(event, self.stream(stream))
    }

    fn event_done(&self, event: EventId) -> Result<bool> {
        let done = self.queues.event_done(event)?;
        self.healthy().map(|()| done)
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.queues.synchronize_event(event)?;
        self.healthy()
    }

    fn elapsed_ms(&self, start: EventId, end: EventId) -> Result<f32> {
        self.queues.elapsed_ns(start, end).map(milliseconds)
    }

    unsafe fn copy(&self, stream: StreamId, copy: &Copy, completion: Completion) -> Result<()> {
        self.backend
            .note(&|| format!("copy {} stream={}", copy.bytes(), stream.0));
        let (copy, backend) = (*copy, Arc::clone(&self.backend));
        let work = move || {
            let start = profile::start();
            // SAFETY: the caller keeps both ranges valid until this has run; device memory is memory of this process.
            unsafe { move_rows(&copy) };
            profile::done(start, &backend.properties().id, || Did::Copy {
                bytes: copy.bytes() as u64,
                way: way(&*backend, &copy),
            });
        };
        self.submit(stream, Work::quiet(of_stream(stream, work)), completion)
    }

    unsafe fn fill(&self, stream: StreamId, fill: &Fill, completion: Completion) -> Result<()> {
        let bytes = fill.bytes();
        self.backend
            .note(&|| format!("fill {bytes} value={:#x} stream={}", fill.value, stream.0));
        let (fill, backend) = (*fill, Arc::clone(&self.backend));
        let work = move || {
            let start = profile::start();
            // SAFETY: the caller keeps the range valid until this has run; device memory is memory of this process.
            unsafe { fill_rows(&fill) };
            let did = || Did::Fill {
                bytes: bytes as u64,
            };
            profile::done(start, &backend.properties().id, did);
        };
        self.submit(stream, Work::quiet(of_stream(stream, work)), completion)
    }

    unsafe fn launch(&self, stream: StreamId, launch: Launch) -> Result<()> {
        self.backend.note(&|| describe(stream, &launch));
        let backend = Arc::clone(&self.backend);
        // SAFETY: the caller's duty is the same, and `launch` keeps the kernel and its arguments.
        let work = of_stream(stream, move || unsafe { backend.run(&launch) });
        self.submit(stream, Work::Run(Box::new(work)), Completion::Queued)
    }

    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64 {
        self.backend.cooperative_blocks_max(kernel, block)
    }

    fn fault(&self) -> Option<DeviceFault> {
        self.queues.fault()
    }

    fn recover(&self) -> bool {
        let lost = self.queues.fault().is_some() && !self.backend.recovers();
        if !lost {
            self.queues.clear_fault();
        }
        !lost
    }

    fn interrupt(&self) {
        self.queues.interrupt();
        self.backend.interrupt();
    }

    fn rest(&self) -> Rested<'_> {
        Ok(Box::new(AtRest {
            queues: self.queues.rest()?,
            backend: self.backend.rest()?,
        }))
    }
}

impl<B: Backend> Interfaces for Software<B> {
    fn watched_memory(&self) -> Option<&dyn WatchedMemory> {
        self.backend.watched_memory()
    }

    fn graphs(self: Arc<Self>) -> Option<Arc<dyn Graphs>> {
        if self.backend.takes_graphs() {
            Some(self)
        } else {
            None
        }
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        self.backend.sharing()
    }

    fn virtual_memory(&self) -> Option<&dyn VirtualMemory> {
        self.backend.virtual_memory()
    }
}

/// Both parts of a device at rest; the queues first, whose threads use the backend's.
struct AtRest<'a> {
    queues: QueuesAtRest<'a>,
    backend: Box<dyn Rest + 'a>,
}

impl Rest for AtRest<'_> {
    fn threads(&self) -> usize {
        self.queues.threads() + self.backend.threads()
    }

    fn forget_threads(&mut self) {
        self.queues.forget_threads();
        self.backend.forget_threads();
    }
}

fn suffix(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::Device => "",
        MemoryKind::Host => " host",
        MemoryKind::Managed => " managed",
    }
}

fn describe(stream: StreamId, launch: &Launch) -> String {
    let LaunchConfig {
        grid,
        block,
        dynamic_shared_bytes,
        cooperative,
        cluster: [cx, cy, cz],
    } = launch.config;
    let [gx, gy, gz] = grid;
    let [bx, by, bz] = block;
    let shared = if dynamic_shared_bytes == 0 {
        String::new()
    } else {
        format!(" shared={dynamic_shared_bytes}")
    };
    let cooperative = if cooperative { " cooperative" } else { "" };
    let cluster = match cx {
        0 => String::new(),
        _ => format!(" cluster={cx},{cy},{cz}"),
    };
    let name = &launch.kernel.display;
    format!(
        "launch {name} grid={gx},{gy},{gz} block={bx},{by},{bz}{shared} stream={}{cooperative}{cluster}",
        stream.0
    )
}

/// Work of a stream: what a profile keeps of it is of this stream.
fn of_stream<T>(stream: StreamId, work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    move || match profile::is_taken() {
        false => work(),
        true => profile::in_stream(stream, work),
    }
}

/// From where to where a copy goes.
fn way(backend: &dyn Backend, copy: &Copy) -> Way {
    let Some(memory) = backend.watched_memory() else {
        return Way::Unknown;
    };
    Way::between(memory.covers(copy.source), memory.covers(copy.target))
}

/// CUDA's events count in units of half a microsecond.
fn milliseconds(elapsed_ns: i64) -> f32 {
    let half_microseconds = elapsed_ns as f64 / 500.0;
    (half_microseconds.round() / 2000.0) as f32
}
