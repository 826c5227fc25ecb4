//! What streams do and graphs are made of.

use std::ffi::c_void;
use std::sync::Arc;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::condition::ConditionalNode;
use super::handles::Handle;
use super::host_functions::call_function;
use super::types::{Extent, HostFn, Memcpy3DParms, PitchedPtr};
use crate::device::{
    Arguments, Completion, Copy, Device, Fill, Launch, LaunchConfig, LoadedKernel, MemoryKind,
    Result, Status, StreamId,
};
use crate::modules::Slot;

/// One operation of a stream or node of a graph.
#[derive(Clone)]
pub(crate) enum Operation {
    Kernel(KernelOperation),
    Copy(Arc<CopyOperation>),
    Fill(Fill),
    Host(HostFunction),
    /// The graph is the node's own: a clone of what the user gave.
    Child(Handle),
    /// Likewise its bodies.
    Conditional(Arc<ConditionalNode>),
    /// A place in the order.
    Empty,
    Wait(Handle),
    Record(Handle),
    Allocate(Arc<GraphMemory>),
    Release(u64),
}

/// A launch. It names the slot, so a kernel that is redefined later runs in its new form.
#[derive(Clone)]
pub(crate) struct KernelOperation {
    pub(crate) slot: &'static Slot,
    /// Address of the host function that the user named.
    pub(crate) function: usize,
    pub(crate) config: LaunchConfig,
    pub(crate) arguments: Arc<Arguments>,
}

impl KernelOperation {
    /// The launch of a kernel that its slot holds.
    pub(crate) fn of_kernel(&self, kernel: Arc<LoadedKernel>) -> Launch {
        Launch {
            kernel,
            config: self.config,
            arguments: Arc::clone(&self.arguments),
        }
    }
}

/// A copy, with what the user said of it.
#[derive(Clone, Copy)]
pub(crate) struct CopyOperation {
    pub(crate) copy: Copy,
    pub(crate) parameters: Memcpy3DParms,
}

/// A host function of the user and its argument.
#[derive(Clone, Copy)]
pub(crate) struct HostFunction {
    pub(crate) function: HostFn,
    pub(crate) data: usize,
}

/// Memory of a memory node: allocated with the node, freed with the last graph or executable graph that has it.
pub(crate) struct GraphMemory {
    address: u64,
    bytes: usize,
    runtime: &'static Runtime,
}

impl GraphMemory {
    pub(crate) fn new(runtime: &'static Runtime, bytes: usize) -> Result<Arc<GraphMemory>> {
        let address = runtime.device().allocate(bytes, MemoryKind::Device)?;
        runtime
            .allocations()
            .insert(address, Allocation::new(bytes, Space::Device, Owner::Graph));
        Ok(Arc::new(GraphMemory {
            address,
            bytes,
            runtime,
        }))
    }

    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for GraphMemory {
    fn drop(&mut self) {
        drop(
            self.runtime
                .free_waiting(self.address, MemoryKind::Device, Owner::Graph),
        );
    }
}

impl CopyOperation {
    /// A copy with what `cudaMemcpy3DParms` says of it.
    pub(crate) fn new(copy: Copy, kind: i32) -> CopyOperation {
        let pitched = |address: u64, pitch: usize| PitchedPtr {
            ptr: address as usize,
            pitch,
            xsize: copy.width,
            ysize: copy.height,
        };
        let parameters = Memcpy3DParms {
            src_ptr: pitched(copy.source, copy.source_pitch),
            dst_ptr: pitched(copy.target, copy.target_pitch),
            extent: Extent {
                width: copy.width,
                height: copy.height,
                depth: copy.depth,
            },
            kind,
            ..Memcpy3DParms::default()
        };
        CopyOperation { copy, parameters }
    }

    /// A copy of consecutive bytes.
    pub(crate) fn linear(target: u64, source: u64, bytes: usize, kind: i32) -> CopyOperation {
        CopyOperation::new(Copy::linear(target, source, bytes), kind)
    }

    pub(crate) fn kind(&self) -> i32 {
        self.parameters.kind
    }
}

impl Operation {
    /// `cudaGraphNodeType`
    pub(crate) fn node_type(&self) -> i32 {
        match self {
            Operation::Kernel(_) => 0,
            Operation::Copy(_) => 1,
            Operation::Fill(_) => 2,
            Operation::Host(_) => 3,
            Operation::Child(_) => 4,
            Operation::Empty => 5,
            Operation::Wait(_) => 6,
            Operation::Record(_) => 7,
            Operation::Allocate(_) => 10,
            Operation::Release(_) => 11,
            Operation::Conditional(_) => 13,
        }
    }

    /// The graphs that are its own.
    pub(crate) fn graphs(&self) -> &[Handle] {
        match self {
            Operation::Child(inner) => std::slice::from_ref(inner),
            Operation::Conditional(node) => node.graphs(),
            _ => &[],
        }
    }

    /// Does it do the same as another one? If that costs more to tell than to do again: no.
    pub(crate) fn same(&self, other: &Operation) -> bool {
        match (self, other) {
            (Operation::Kernel(own), Operation::Kernel(other)) => {
                std::ptr::eq(own.slot, other.slot)
                    && own.config == other.config
                    && own.arguments.same(&other.arguments)
            }
            (Operation::Copy(own), Operation::Copy(other)) => own.copy == other.copy,
            (Operation::Fill(own), Operation::Fill(other)) => own == other,
            (Operation::Empty, Operation::Empty) => true,
            _ => false,
        }
    }

    /// A line for people.
    pub(crate) fn describe(&self) -> String {
        match self {
            Operation::Kernel(kernel) => {
                let [gx, gy, gz] = kernel.config.grid;
                let [bx, by, bz] = kernel.config.block;
                format!(
                    "{}<<<({gx},{gy},{gz}), ({bx},{by},{bz})>>>",
                    kernel.slot.display()
                )
            }
            Operation::Copy(copy) => format!("copy {} bytes", copy.copy.bytes()),
            Operation::Fill(fill) => {
                format!("fill {} elements", fill.width * fill.height * fill.depth)
            }
            Operation::Host(_) => "host function".to_owned(),
            Operation::Child(_) => "child graph".to_owned(),
            Operation::Empty => "empty".to_owned(),
            Operation::Wait(_) => "wait for event".to_owned(),
            Operation::Record(_) => "record event".to_owned(),
            Operation::Allocate(memory) => format!("allocate {} bytes", memory.bytes()),
            Operation::Release(_) => "free".to_owned(),
            Operation::Conditional(node) => node.describe().to_owned(),
        }
    }
}

impl Runtime {
    /// Queues an operation in a stream of the device.
    pub(crate) fn perform(&self, stream: StreamId, operation: &Operation) -> Result<()> {
        self.mark_active();
        match operation {
            Operation::Kernel(kernel) => self.queue_kernel(stream, kernel),
            Operation::Copy(copy) => self.queue_copy(stream, &copy.copy),
            Operation::Fill(fill) => self.queue_fill(stream, fill, Completion::Queued),
            Operation::Host(host) => self.queue_host(stream, *host),
            Operation::Record(event) => self.record_now(&*self.event(*event)?, stream),
            Operation::Wait(event) => self.wait_now(&*self.event(*event)?, stream),
            // Graph memory is there as long as its graph. A child and bodies are plans of their own and do not come here.
            Operation::Empty
            | Operation::Allocate(_)
            | Operation::Release(_)
            | Operation::Child(_)
            | Operation::Conditional(_) => Ok(()),
        }
    }

    fn queue_host(&self, stream: StreamId, host: HostFunction) -> Result<()> {
        let function = move |status: Status| {
            // As in CUDA, host functions of a broken device are not called.
            if status == Status::SUCCESS {
                call_function(host.function, host.data as *mut c_void);
            }
        };
        Device::host_function(&**self.device(), stream, Box::new(function))
    }
}
