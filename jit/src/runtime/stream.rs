//! Streams: handles, attributes, waiting, host functions.

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use super::Runtime;
use super::capture::StreamCapture;
use super::ffi::{In, Out, api};
use super::handles::{Handle, Handles};
use super::host_functions::call_callback;
use super::operation::{HostFunction, Operation};
use super::types::{HostFn, LaunchAttributeValue, StreamCallback};
use crate::device::{Device, Result, Status, StreamId, StreamOptions};
use crate::lock::lock;

/// `cudaStreamLegacy`; the null handle means the same.
const LEGACY: Handle = 1;

/// `cudaStreamPerThread`
const PER_THREAD: Handle = 2;

/// `cudaStreamNonBlocking`
const NON_BLOCKING: u32 = 1;

// `cudaLaunchAttributeID` of what streams have.
const ATTRIBUTE_ACCESS_POLICY: i32 = 1;
const ATTRIBUTE_SYNCHRONIZATION: i32 = 3;
const ATTRIBUTE_PRIORITY: i32 = 8;
const ATTRIBUTE_DOMAIN_MAP: i32 = 9;
const ATTRIBUTE_DOMAIN: i32 = 10;

/// A stream.
pub(crate) struct Stream {
    pub(crate) id: StreamId,
    pub(crate) flags: u32,
    priority: i32,
    /// Hints that were set; kept to be asked for.
    attributes: Mutex<Vec<(i32, LaunchAttributeValue)>>,
    pub(crate) capture: Arc<StreamCapture>,
}

/// The process's streams.
pub(crate) struct Streams {
    handles: Handles<Stream>,
    legacy: Arc<Stream>,
}

impl Default for Streams {
    fn default() -> Streams {
        Streams {
            handles: Handles::default(),
            legacy: Arc::new(Stream::new(StreamId::LEGACY, 0, 0)),
        }
    }
}

thread_local! {
    /// This thread's default stream of each device, with the address of the runtime it belongs to and the device's number.
    static OWN: RefCell<Vec<(usize, usize, Arc<Stream>)>> = const { RefCell::new(Vec::new()) };
}

impl Stream {
    fn new(id: StreamId, flags: u32, priority: i32) -> Stream {
        Stream {
            id,
            flags,
            priority,
            attributes: Mutex::default(),
            capture: Arc::default(),
        }
    }

    pub(crate) fn blocking(&self) -> bool {
        self.flags & NON_BLOCKING == 0
    }
}

impl Streams {
    /// Destroys all streams of the calling thread's device.
    pub(crate) fn clear(&self, device: &dyn Device) {
        let here = device.current();
        let ours = |stream: &Stream| device.device_of_stream(stream.id) == here;
        for stream in self.handles.drain_if(ours) {
            drop(device.destroy_stream(stream.id));
        }
        OWN.with_borrow_mut(|own| own.retain(|(_, number, _)| *number != here));
    }
}

impl Runtime {
    /// The stream of a handle.
    pub(crate) fn stream(&self, handle: Handle) -> Result<Arc<Stream>> {
        let stream = match handle {
            0 | LEGACY => Arc::clone(&self.streams().legacy),
            PER_THREAD => self.own_stream()?,
            handle => self.streams().handles.get(handle)?,
        };
        if self.capturing() {
            self.join_recording(&stream);
        }
        Ok(stream)
    }

    /// What the device knows a stream by, unless it is the calling thread's own.
    #[inline]
    pub(crate) fn stream_id(&self, handle: Handle) -> Option<StreamId> {
        match handle {
            0 | LEGACY => Some(StreamId::LEGACY),
            PER_THREAD => None,
            handle => self.streams().handles.with(handle, |stream| stream.id),
        }
    }

    /// The calling thread's default stream: a blocking stream like others, made when it is first used.
    fn own_stream(&self) -> Result<Arc<Stream>> {
        let runtime = std::ptr::from_ref(self) as usize;
        let here = self.device().current();
        OWN.with_borrow_mut(|own| {
            let found = own
                .iter()
                .find(|(owner, number, _)| (*owner, *number) == (runtime, here));
            if let Some((_, _, stream)) = found {
                return Ok(Arc::clone(stream));
            }
            let id = self.device().create_stream(StreamOptions {
                blocking: true,
                priority: 0,
            })?;
            let stream = Arc::new(Stream::new(id, 0, 0));
            own.push((runtime, here, Arc::clone(&stream)));
            Ok(stream)
        })
    }

    fn new_stream(&self, flags: u32, priority: i32) -> Result<Handle> {
        if flags & !NON_BLOCKING != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        // As CUDA does: what is out of range is moved into it.
        let priority = priority.clamp(self.device().properties().priority_greatest, 0);
        let id = self.device().create_stream(StreamOptions {
            blocking: flags & NON_BLOCKING == 0,
            priority,
        })?;
        Ok(self
            .streams()
            .handles
            .insert(Arc::new(Stream::new(id, flags, priority))))
    }

    /// Queues a host function of the user in a stream, or captures it.
    fn host_function(
        &self,
        stream: Handle,
        function: Option<HostFn>,
        data: *mut c_void,
    ) -> Result<()> {
        let function = function.ok_or(Status::INVALID_VALUE)?;
        let operation = Operation::Host(HostFunction {
            function,
            data: data as usize,
        });
        self.submit(&*self.stream(stream)?, operation)
    }

    fn callback(
        &self,
        handle: Handle,
        callback: Option<StreamCallback>,
        data: *mut c_void,
    ) -> Result<()> {
        let callback = callback.ok_or(Status::INVALID_VALUE)?;
        let stream = self.stream(handle)?;
        if stream.capture.active() {
            return Err(Status::STREAM_CAPTURE_UNSUPPORTED.into());
        }
        self.guard_legacy(&stream)?;
        self.mark_active();
        let data = data as usize;
        let function = move |status: Status| {
            call_callback(callback, handle, status.0, data as *mut c_void);
        };
        self.device().host_function(stream.id, Box::new(function))
    }
}

fn known_attribute(attribute: i32) -> Result<()> {
    match attribute {
        ATTRIBUTE_ACCESS_POLICY
        | ATTRIBUTE_SYNCHRONIZATION
        | ATTRIBUTE_PRIORITY
        | ATTRIBUTE_DOMAIN_MAP
        | ATTRIBUTE_DOMAIN => Ok(()),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

api! {
    /// A stream that a call of the driver's has made.
    call fn __chv_stream_adopt(runtime, stream: Out<Handle>, drivers: u64, flags: u32, priority: i32) {
        let handles = runtime.device().driver_handles().ok_or(Status::NOT_SUPPORTED)?;
        let id = handles.adopt_stream(drivers);
        stream.put(runtime.streams().handles.insert(Arc::new(Stream::new(id, flags, priority))))
    }

    /// A stream as the driver knows it.
    call fn __chv_stream_raw(runtime, stream: Handle, drivers: Out<u64>) {
        let handles = runtime.device().driver_handles().ok_or(Status::NOT_SUPPORTED)?;
        drivers.put(handles.stream(runtime.stream(stream)?.id))
    }

    call fn cudaStreamCreate(runtime, stream: Out<Handle>) {
        stream.put(runtime.new_stream(0, 0)?)
    }

    call fn cudaStreamCreateWithFlags(runtime, stream: Out<Handle>, flags: u32) {
        stream.put(runtime.new_stream(flags, 0)?)
    }

    call fn cudaStreamCreateWithPriority(runtime, stream: Out<Handle>, flags: u32, priority: i32) {
        stream.put(runtime.new_stream(flags, priority)?)
    }

    plain fn cudaStreamDestroy(runtime, stream: Handle) {
        if stream <= PER_THREAD {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        let stream = runtime.streams().handles.remove(stream)?;
        runtime.abandon_capture(&stream);
        runtime.device().destroy_stream(stream.id)
    }

    call fn cudaStreamGetPriority(runtime, stream: Handle, priority: Out<i32>) {
        priority.put(runtime.stream(stream)?.priority)
    }

    call fn cudaStreamGetFlags(runtime, stream: Handle, flags: Out<u32>) {
        flags.put(runtime.stream(stream)?.flags)
    }

    call fn cudaStreamGetId(runtime, stream: Handle, id: Out<u64>) {
        id.put(runtime.stream(stream)?.id.0)
    }

    call fn cudaStreamGetDevice(runtime, stream: Handle, device: Out<i32>) {
        let stream = runtime.stream(stream)?;
        device.put(runtime.device().device_of_stream(stream.id) as i32)
    }

    call fn cudaStreamCopyAttributes(runtime, target: Handle, source: Handle) {
        let (target, source) = (runtime.stream(target)?, runtime.stream(source)?);
        let copied = lock(&source.attributes).clone();
        *lock(&target.attributes) = copied;
        Ok(())
    }

    call fn cudaStreamGetAttribute(runtime, stream: Handle, attribute: i32, value: Out<LaunchAttributeValue>) {
        known_attribute(attribute)?;
        let stream = runtime.stream(stream)?;
        if attribute == ATTRIBUTE_PRIORITY {
            return value.put(LaunchAttributeValue::of_integer(stream.priority));
        }
        let set = lock(&stream.attributes).iter().find(|(id, _)| *id == attribute).map(|(_, value)| *value);
        // The synchronisation policy is `cudaSyncPolicyAuto` unless set.
        let unset = LaunchAttributeValue::of_integer(i32::from(attribute == ATTRIBUTE_SYNCHRONIZATION));
        value.put(set.unwrap_or(unset))
    }

    call fn cudaStreamSetAttribute(runtime, stream: Handle, attribute: i32, value: In<LaunchAttributeValue>) {
        known_attribute(attribute)?;
        let (stream, value) = (runtime.stream(stream)?, value.get()?);
        if attribute == ATTRIBUTE_PRIORITY {
            return Err(Status::NOT_SUPPORTED.into());
        }
        let mut attributes = lock(&stream.attributes);
        attributes.retain(|(id, _)| *id != attribute);
        attributes.push((attribute, value));
        Ok(())
    }

    call fn cudaStreamWaitEvent(runtime, stream: Handle, event: Handle, flags: u32) {
        let stream = runtime.stream(stream)?;
        runtime.wait_event(&stream, event, flags)
    }

    call fn cudaStreamSynchronize(runtime, stream: Handle) {
        let stream = runtime.stream(stream)?;
        runtime.forbid_capturing(&stream)?;
        runtime.device().synchronize_stream(stream.id)
    }

    call fn cudaStreamQuery(runtime, stream: Handle) {
        let stream = runtime.stream(stream)?;
        runtime.forbid_capturing(&stream)?;
        if runtime.device().stream_done(stream.id)? { Ok(()) } else { Err(Status::NOT_READY.into()) }
    }

    call fn cudaStreamAddCallback(runtime, stream: Handle, callback: Option<StreamCallback>, data: *mut c_void, flags: u32) {
        if flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.callback(stream, callback, data)
    }

    call fn cudaLaunchHostFunc(runtime, stream: Handle, function: Option<HostFn>, data: *mut c_void) {
        runtime.host_function(stream, function, data)
    }
}
