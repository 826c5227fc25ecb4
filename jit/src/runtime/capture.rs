//! Captures of streams: what belongs to one, and where each stream stands in it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use super::handles::{FewHandles, Handle};
use crate::device::StreamId;
use crate::lock::lock;

/// One capture, from its begin to its end.
pub(crate) struct Capture {
    pub(super) id: u64,
    pub(super) graph: Handle,
    /// The graph was the user's before.
    pub(super) borrowed: bool,
    pub(super) mode: i32,
    pub(super) origin: StreamId,
    pub(super) thread: ThreadId,
    /// A stream that orders with the legacy default stream takes part.
    pub(super) blocking: AtomicBool,
    pub(super) spoilt: AtomicBool,
    /// The streams that take part.
    pub(super) streams: Mutex<Vec<Arc<StreamCapture>>>,
}

/// A place in a capture: what is captured next depends on these nodes.
#[derive(Clone)]
pub(crate) struct CapturedPoint {
    pub(super) capture: Arc<Capture>,
    pub(super) nodes: FewHandles,
}

/// A stream's part in a capture.
#[derive(Default)]
pub(crate) struct StreamCapture {
    active: AtomicBool,
    point: Mutex<Option<CapturedPoint>>,
    /// What `cudaStreamGetCaptureInfo` points to.
    pub(super) shown: Mutex<Vec<Handle>>,
}

/// The captures under way.
#[derive(Default)]
pub(crate) struct Captures {
    pub(super) count: AtomicUsize,
    pub(super) list: Mutex<Vec<Arc<Capture>>>,
    /// That of a whole cell, if there is one.
    pub(super) recording: Mutex<Option<Recording>>,
}

/// A cell that is being recorded.
pub(crate) struct Recording {
    pub(super) capture: Arc<Capture>,
    pub(super) legacy: Arc<StreamCapture>,
    /// Streams that the legacy default stream waits for.
    pub(super) blocking: Vec<Arc<StreamCapture>>,
}

impl StreamCapture {
    /// True while the stream captures.
    pub(crate) fn active(&self) -> bool {
        self.active.load(Ordering::Acquire)
    }

    /// Where the stream stands in its capture.
    pub(crate) fn point(&self) -> Option<CapturedPoint> {
        if self.active() {
            lock(&self.point).clone()
        } else {
            None
        }
    }

    pub(super) fn set(&self, point: Option<CapturedPoint>) {
        self.active.store(point.is_some(), Ordering::Release);
        *lock(&self.point) = point;
    }
}

impl Capture {
    pub(super) fn spoilt(&self) -> bool {
        self.spoilt.load(Ordering::Acquire)
    }

    pub(super) fn spoil(&self) {
        self.spoilt.store(true, Ordering::Release);
    }
}
