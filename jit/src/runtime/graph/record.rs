//! `%%graph`: all that a cell asks of any stream becomes one graph, in one pass.
//!
//! A capture as CUDA has it begins in one stream and takes no work of the legacy default stream. Here every stream takes part as soon as it is named:
//! the legacy default stream waits for all blocking streams and they for it, streams that do not block stand for themselves.

use std::ffi::c_char;
use std::sync::Arc;

use smallvec::smallvec;

use super::super::Runtime;
use super::super::capture::{CapturedPoint, Recording};
use super::super::ffi::{Out, api};
use super::super::handles::{FewHandles, Handle};
use super::super::stream::Stream;
use super::super::stream_capture::MODE_RELAXED;
use crate::device::{Result, Status};
use crate::lock::lock;

impl Runtime {
    fn begin_recording(&self) -> Result<()> {
        let mut recording = lock(&self.captures().recording);
        if recording.is_some() || self.capturing() {
            return Err(Status::ILLEGAL_STATE.into());
        }
        let stream = self.stream(0)?;
        let legacy = Arc::clone(&stream.capture);
        let graph = (self.graphs().create_to_record(self.device()), false);
        // The legacy default stream takes part, so nothing is to be forbidden to it.
        let capture = self.open(&stream, graph, MODE_RELAXED, false, FewHandles::new());
        *recording = Some(Recording {
            capture,
            legacy,
            blocking: Vec::new(),
        });
        Ok(())
    }

    /// The graph of what was asked for since. 0: nothing is being recorded.
    fn end_recording(&self) -> Result<Handle> {
        let Some(recording) = lock(&self.captures().recording).take() else {
            return Ok(0);
        };
        let capture = recording.capture;
        self.close(&capture);
        if !capture.spoilt() {
            return Ok(capture.graph);
        }
        self.graphs().destroy(capture.graph)?;
        Err(Status::STREAM_CAPTURE_INVALIDATED.into())
    }

    /// While a cell is recorded: the stream takes part from now on.
    pub(crate) fn join_recording(&self, stream: &Stream) {
        // Asked first, because streams of any capture come here at each launch.
        if stream.capture.active() {
            return;
        }
        let mut recording = lock(&self.captures().recording);
        let Some(recording) = recording.as_mut() else {
            return;
        };
        let mut nodes = FewHandles::new();
        if stream.blocking() {
            nodes = recording.legacy.point().map_or(nodes, |it| it.nodes);
            recording.blocking.push(Arc::clone(&stream.capture));
        }
        lock(&recording.capture.streams).push(Arc::clone(&stream.capture));
        stream.capture.set(Some(CapturedPoint {
            capture: Arc::clone(&recording.capture),
            nodes,
        }));
    }

    /// What a node of the legacy default stream waits for: blocking streams, which have waited for this stream's last node.
    pub(crate) fn before_legacy(&self, own: FewHandles) -> FewHandles {
        let recording = lock(&self.captures().recording);
        let blocking = recording.iter().flat_map(|it| &it.blocking);
        let mut nodes = FewHandles::new();
        for point in blocking.filter_map(|it| it.point()) {
            let new = point.nodes.iter().filter(|it| !own.contains(it));
            let new: Vec<Handle> = new.filter(|it| !nodes.contains(it)).copied().collect();
            nodes.extend(new);
        }
        if nodes.is_empty() { own } else { nodes }
    }

    /// A node of the legacy default stream was recorded: blocking streams go on behind it.
    pub(crate) fn after_legacy(&self, node: Handle) {
        let recording = lock(&self.captures().recording);
        for stream in recording.iter().flat_map(|it| &it.blocking) {
            if let Some(point) = stream.point() {
                stream.set(Some(CapturedPoint {
                    nodes: smallvec![node],
                    ..point
                }));
            }
        }
    }
}

api! {
    call fn __chv_record_begin(runtime) {
        runtime.begin_recording()
    }

    plain fn __chv_record_end(runtime, graph: Out<Handle>) {
        graph.put(0)?;
        graph.put(runtime.end_recording()?)
    }

    call fn __chv_graph_node_text(runtime, node: Handle, text: *mut c_char, room: usize) {
        let line = runtime.graphs().operation(node)?.describe();
        let bytes = line.len().min(room.saturating_sub(1));
        // SAFETY: the caller, a header of ours, gives `room` bytes; `bytes` and the zero behind them are no more.
        unsafe {
            std::ptr::copy_nonoverlapping(line.as_ptr(), text.cast::<u8>(), bytes);
            text.cast::<u8>().add(bytes).write(0);
        }
        Ok(())
    }
}
