//! Stream capture: what a capturing stream is asked to do becomes nodes of a graph.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use smallvec::smallvec;

use super::Runtime;
use super::capture::{Capture, CapturedPoint};
use super::ffi::{In, Out, api};
use super::handles::{FewHandles, Handle, new_handle};
use super::operation::{KernelOperation, Operation};
use super::stream::Stream;
use super::types::GraphEdgeData;
use crate::device::{Error, LoadedKernel, Result, Status, StreamId};
use crate::lock::lock;

// `cudaStreamCaptureMode`
const MODE_GLOBAL: i32 = 0;
pub(super) const MODE_RELAXED: i32 = 2;

// `cudaStreamCaptureStatus`
const STATUS_NONE: i32 = 0;
const STATUS_ACTIVE: i32 = 1;
const STATUS_INVALIDATED: i32 = 2;

/// `cudaStreamSetCaptureDependencies`; 0 adds.
const SET_DEPENDENCIES: u32 = 1;

thread_local! {
    /// What `cudaThreadExchangeStreamCaptureMode` exchanges.
    static THREAD_MODE: Cell<i32> = const { Cell::new(MODE_GLOBAL) };
}

impl Runtime {
    /// Does what a stream is asked for, now in its order or later in a graph.
    pub(crate) fn submit(&self, stream: &Stream, operation: Operation) -> Result<()> {
        match stream.capture.point() {
            Some(point) => self.capture(stream, point, (operation, None)),
            None => {
                self.guard_legacy(stream)?;
                self.perform(stream.id, &operation)
            }
        }
    }

    /// `submit` for a stream that captures, of a launch with the kernel that its slot holds now.
    pub(crate) fn capture_launch(
        &self,
        stream: &Stream,
        operation: KernelOperation,
        kernel: Arc<LoadedKernel>,
    ) -> Result<()> {
        let Some(point) = stream.capture.point() else {
            return self.submit(stream, Operation::Kernel(operation));
        };
        self.capture(stream, point, (Operation::Kernel(operation), Some(kernel)))
    }

    /// `work`: an operation, and the kernel of a launch if that is at hand.
    fn capture(
        &self,
        stream: &Stream,
        point: CapturedPoint,
        work: (Operation, Option<Arc<LoadedKernel>>),
    ) -> Result<()> {
        if point.capture.spoilt() {
            return Err(Status::STREAM_CAPTURE_INVALIDATED.into());
        }
        let device = self.device().device_of_stream(stream.id);
        let legacy = stream.id == StreamId::LEGACY;
        let before = match legacy {
            true => self.before_legacy(point.nodes),
            false => point.nodes,
        };
        let graph = point.capture.graph;
        let node = self
            .graphs()
            .record_node(self, graph, &before, work, device)?;
        if legacy {
            self.after_legacy(node);
        }
        stream.capture.set(Some(CapturedPoint {
            nodes: smallvec![node],
            capture: point.capture,
        }));
        Ok(())
    }

    /// Does any stream capture?
    #[inline]
    pub(crate) fn capturing(&self) -> bool {
        self.captures().count.load(Ordering::Acquire) > 0
    }

    /// The legacy default stream would wait for streams that capture, which never get there.
    pub(crate) fn guard_legacy(&self, stream: &Stream) -> Result<()> {
        if stream.id != StreamId::LEGACY || !self.capturing() {
            return Ok(());
        }
        let captures = lock(&self.captures().list);
        let mut implicit = captures
            .iter()
            .filter(|capture| capture.blocking.load(Ordering::Acquire))
            .peekable();
        if implicit.peek().is_none() {
            return Ok(());
        }
        implicit.for_each(|capture| capture.spoil());
        Err(Status::STREAM_CAPTURE_IMPLICIT.into())
    }

    /// For calls that wait for a stream or ask about it: not while it captures.
    pub(crate) fn forbid_capturing(&self, stream: &Stream) -> Result<()> {
        if stream.capture.active() {
            return Err(self.spoil(stream, Status::STREAM_CAPTURE_UNSUPPORTED));
        }
        self.guard_legacy(stream)
    }

    /// For calls that CUDA calls potentially unsafe: not while a capture forbids them to this thread.
    pub(crate) fn forbid_unsafe(&self) -> Result<()> {
        if !self.capturing() || THREAD_MODE.get() == MODE_RELAXED {
            return Ok(());
        }
        let this = thread::current().id();
        let forbids = |capture: &&Arc<Capture>| {
            let own = capture.thread == this && capture.mode != MODE_RELAXED;
            own || (THREAD_MODE.get() == MODE_GLOBAL && capture.mode == MODE_GLOBAL)
        };
        let captures = lock(&self.captures().list);
        let mut forbidding = captures.iter().filter(forbids).peekable();
        if forbidding.peek().is_none() {
            return Ok(());
        }
        forbidding.for_each(|capture| capture.spoil());
        Err(Status::STREAM_CAPTURE_UNSUPPORTED.into())
    }

    /// `forbid_unsafe` for waiting for the whole device, which no capture allows.
    pub(crate) fn forbid_any_capture(&self) -> Result<()> {
        let captures = lock(&self.captures().list);
        if captures.is_empty() {
            return Ok(());
        }
        captures.iter().for_each(|capture| capture.spoil());
        Err(Status::STREAM_CAPTURE_UNSUPPORTED.into())
    }

    /// Makes a stream's capture fail in the end.
    pub(crate) fn spoil(&self, stream: &Stream, status: Status) -> Error {
        if let Some(point) = stream.capture.point() {
            point.capture.spoil();
        }
        status.into()
    }

    /// A wait for a captured event: the stream takes part in the event's capture from here on.
    pub(crate) fn join_capture(&self, stream: &Stream, event: CapturedPoint) -> Result<()> {
        if !lock(&self.captures().list)
            .iter()
            .any(|capture| Arc::ptr_eq(capture, &event.capture))
        {
            return Err(Status::CAPTURED_EVENT.into());
        }
        match stream.capture.point() {
            Some(own) if Arc::ptr_eq(&own.capture, &event.capture) => {
                let mut nodes = own.nodes.clone();
                let new = event.nodes.iter().filter(|node| !own.nodes.contains(node));
                nodes.extend(new.copied());
                stream.capture.set(Some(CapturedPoint { nodes, ..own }));
                Ok(())
            }
            Some(own) => {
                own.capture.spoil();
                event.capture.spoil();
                Err(Status::STREAM_CAPTURE_MERGE.into())
            }
            None if stream.id == StreamId::LEGACY => {
                event.capture.spoil();
                Err(Status::STREAM_CAPTURE_IMPLICIT.into())
            }
            None => {
                lock(&event.capture.streams).push(Arc::clone(&stream.capture));
                event
                    .capture
                    .blocking
                    .fetch_or(stream.blocking(), Ordering::AcqRel);
                stream.capture.set(Some(event));
                Ok(())
            }
        }
    }

    /// Ends the capture that began on a stream which is destroyed. Of a stream that joined it by an event the work stays: the capture ends well if the
    /// origin has waited for it.
    pub(crate) fn abandon_capture(&self, stream: &Stream) {
        if let Some(point) = stream.capture.point()
            && point.capture.origin == stream.id
        {
            point.capture.spoil();
            self.close(&point.capture);
        }
    }

    fn begin_capture(
        &self,
        stream: Handle,
        mode: i32,
        graph: Option<(Handle, FewHandles)>,
    ) -> Result<()> {
        let stream = self.stream(stream)?;
        if !(MODE_GLOBAL..=MODE_RELAXED).contains(&mode) {
            return Err(Status::INVALID_VALUE.into());
        }
        if stream.id == StreamId::LEGACY {
            return Err(Status::STREAM_CAPTURE_UNSUPPORTED.into());
        }
        if stream.capture.active() {
            // The capture under way goes on.
            return Err(Status::ILLEGAL_STATE.into());
        }
        let borrowed = graph.is_some();
        let (graph, nodes) = match graph {
            Some(given) => given,
            None => (
                self.graphs().create_to_record(self.device()),
                FewHandles::new(),
            ),
        };
        self.open(&stream, (graph, borrowed), mode, stream.blocking(), nodes);
        Ok(())
    }

    /// Begins a capture in a stream, behind nodes of its graph. `blocking`: the legacy default stream would wait for it.
    pub(super) fn open(
        &self,
        stream: &Stream,
        (graph, borrowed): (Handle, bool),
        mode: i32,
        blocking: bool,
        nodes: FewHandles,
    ) -> Arc<Capture> {
        let capture = Arc::new(Capture {
            id: new_handle() as u64,
            graph,
            borrowed,
            mode,
            origin: stream.id,
            thread: thread::current().id(),
            blocking: AtomicBool::new(blocking),
            spoilt: AtomicBool::new(false),
            streams: Mutex::new(vec![Arc::clone(&stream.capture)]),
        });
        lock(&self.captures().list).push(Arc::clone(&capture));
        self.captures().count.fetch_add(1, Ordering::AcqRel);
        stream.capture.set(Some(CapturedPoint {
            capture: Arc::clone(&capture),
            nodes,
        }));
        capture
    }

    /// Ends a capture and gives its graph.
    fn end_capture(&self, stream: Handle) -> Result<Handle> {
        let stream = self.stream(stream)?;
        let Some(point) = stream.capture.point() else {
            return Err(Status::ILLEGAL_STATE.into());
        };
        let capture = &point.capture;
        if capture.origin != stream.id {
            return Err(self.spoil(&stream, Status::STREAM_CAPTURE_UNMATCHED));
        }
        if capture.mode != MODE_RELAXED && capture.thread != thread::current().id() {
            return Err(self.spoil(&stream, Status::STREAM_CAPTURE_WRONG_THREAD));
        }
        let loose = self.loose_end(&point);
        self.close(capture);
        let failed = match (capture.spoilt(), loose) {
            (true, _) => Status::STREAM_CAPTURE_INVALIDATED,
            (false, true) => Status::STREAM_CAPTURE_UNJOINED,
            (false, false) => return Ok(capture.graph),
        };
        if !capture.borrowed {
            self.graphs().destroy(capture.graph)?;
        }
        Err(failed.into())
    }

    /// True if another stream of the capture has work that the origin does not wait for.
    fn loose_end(&self, origin: &CapturedPoint) -> bool {
        let streams = lock(&origin.capture.streams);
        if streams.len() == 1 {
            return false;
        }
        let joined = self.graphs().ancestors(origin.capture.graph, &origin.nodes);
        streams
            .iter()
            .filter_map(|stream| stream.point())
            .any(|point| point.nodes.iter().any(|node| !joined.contains(node)))
    }

    pub(super) fn close(&self, capture: &Arc<Capture>) {
        for stream in lock(&capture.streams).drain(..) {
            stream.set(None);
        }
        lock(&self.captures().list).retain(|other| !Arc::ptr_eq(other, capture));
        self.captures().count.fetch_sub(1, Ordering::AcqRel);
    }
}

fn status_of(point: Option<&CapturedPoint>) -> i32 {
    match point {
        None => STATUS_NONE,
        Some(point) if point.capture.spoilt() => STATUS_INVALIDATED,
        Some(_) => STATUS_ACTIVE,
    }
}

api! {
    call fn cudaStreamBeginCapture(runtime, stream: Handle, mode: i32) {
        runtime.begin_capture(stream, mode, None)
    }

    call fn cudaStreamBeginCaptureToGraph(
        runtime, stream: Handle, graph: Handle, dependencies: In<Handle>, _edges: In<GraphEdgeData>, count: usize, mode: i32,
    ) {
        let dependencies = dependencies.all(count)?;
        runtime.graphs().check_nodes(graph, &dependencies)?;
        runtime.begin_capture(stream, mode, Some((graph, dependencies.into())))
    }

    call fn cudaStreamEndCapture(runtime, stream: Handle, graph: Out<Handle>) {
        let point = runtime.stream(stream)?.capture.point();
        // Who has given the graph knows it.
        if graph.is_null() && !point.is_some_and(|point| point.capture.borrowed) {
            return Err(Status::INVALID_VALUE.into());
        }
        graph.put_if_wanted(0);
        graph.put_if_wanted(runtime.end_capture(stream)?);
        Ok(())
    }

    call fn cudaStreamIsCapturing(runtime, stream: Handle, status: Out<i32>) {
        let stream = runtime.stream(stream)?;
        runtime.guard_legacy(&stream)?;
        status.put(status_of(stream.capture.point().as_ref()))
    }

    call fn cudaStreamGetCaptureInfo(
        runtime, stream: Handle, status: Out<i32>, id: Out<u64>, graph: Out<Handle>, dependencies: Out<*const Handle>,
        edges: Out<*const GraphEdgeData>, count: Out<usize>,
    ) {
        let stream = runtime.stream(stream)?;
        runtime.guard_legacy(&stream)?;
        let point = stream.capture.point();
        status.put(status_of(point.as_ref()))?;
        let Some(point) = point.filter(|point| !point.capture.spoilt()) else { return Ok(()) };
        id.put_if_wanted(point.capture.id);
        graph.put_if_wanted(point.capture.graph);
        let mut shown = lock(&stream.capture.shown);
        *shown = point.nodes.into_vec();
        dependencies.put_if_wanted(shown.as_ptr());
        edges.put_if_wanted(std::ptr::null());
        count.put_if_wanted(shown.len());
        Ok(())
    }

    call fn cudaStreamUpdateCaptureDependencies(
        runtime, stream: Handle, dependencies: In<Handle>, _edges: In<GraphEdgeData>, count: usize, flags: u32,
    ) {
        let stream = runtime.stream(stream)?;
        let Some(mut point) = stream.capture.point() else { return Err(Status::ILLEGAL_STATE.into()) };
        let nodes = dependencies.all(count)?;
        runtime.graphs().check_nodes(point.capture.graph, &nodes)?;
        if flags == SET_DEPENDENCIES {
            point.nodes.clear();
        }
        point.nodes.extend(nodes);
        stream.capture.set(Some(point));
        Ok(())
    }

    call fn cudaThreadExchangeStreamCaptureMode(_runtime, mode: Out<i32>) {
        let new = mode.get()?;
        if !(MODE_GLOBAL..=MODE_RELAXED).contains(&new) {
            return Err(Status::INVALID_VALUE.into());
        }
        mode.put(THREAD_MODE.replace(new))
    }
}
