//! Launches: the configuration that `<<<>>>` pushes, checks, and the way from a stub's address to the device.

use std::ffi::c_void;
use std::sync::Arc;

use super::ffi::{In, Out, api};
use super::handles::Handle;
use super::operation::KernelOperation;
use super::pushed::{self, Configured};
use super::types::{Dim3, LaunchAttribute, LaunchConfiguration};
use super::{Runtime, last_error};
use crate::device::{
    Arguments, Error, LaunchConfig, LoadedKernel, Properties, Result, Status, StreamId,
};
use crate::modules::{self, NoKernel, Slot};
use crate::wire::{DeviceFault, FaultCause};

// `cudaLaunchAttributeID` of what changes a launch here.
const ATTRIBUTE_COOPERATIVE: i32 = 2;
const ATTRIBUTE_CLUSTER_DIMENSION: i32 = 4;

/// A device's limits of launches, where they are read fast.
pub(crate) struct Limits {
    block_threads: u32,
    block: [u32; 3],
    grid: [u32; 3],
}

impl Limits {
    pub(crate) fn of(properties: &Properties) -> Limits {
        Limits {
            block_threads: properties.block_threads_max,
            block: properties.block_extents_max,
            grid: properties.grid_extents_max,
        }
    }
}

/// One call of `cudaLaunchKernel` or its like.
pub(crate) struct Call {
    pub(crate) function: *const c_void,
    pub(crate) grid: Dim3,
    pub(crate) block: Dim3,
    pub(crate) arguments: *const *const c_void,
    pub(crate) shared_bytes: usize,
    pub(crate) cooperative: bool,
    pub(crate) cluster: [u32; 3],
}

impl Call {
    fn config(&self) -> LaunchConfig {
        LaunchConfig {
            grid: self.grid.extents(),
            block: self.block.extents(),
            dynamic_shared_bytes: u32::try_from(self.shared_bytes).unwrap_or(u32::MAX),
            cooperative: self.cooperative,
            cluster: self.cluster,
        }
    }
}

/// Is it not this code that is to be launched? How many blocks of a cooperative launch there can be depends on the code, and so does whether a block fits.
pub(crate) fn wants_other_code(kernel: &LoadedKernel, config: &LaunchConfig) -> bool {
    config.cooperative && kernel.is_draft() || total(&config.block) > u64::from(kernel.threads_fit)
}

impl Runtime {
    /// Launches in a stream, or captures the launch.
    #[inline]
    fn launch(&self, call: &Call, handle: Handle) -> Result<()> {
        match self.launch_at_once(call, handle) {
            Some(launched) => launched,
            None => self.launch_with_care(call, handle),
        }
    }

    /// Launches what most launches are: a kernel that is there and fits, and no capture anywhere. Allocates nothing, and in the default stream takes
    /// no lock. None if the launch needs a closer look.
    ///
    /// A driver's launch leaves nothing of ours in the processor's first cache, so what counts is how many lines of code and data this touches.
    #[inline]
    fn launch_at_once(&self, call: &Call, handle: Handle) -> Option<Result<()>> {
        if self.capturing() || call.arguments.is_null() {
            return None;
        }
        let stream = self.stream_id(handle)?;
        let slot = modules::slot_of_stub(call.function)?;
        let ready = slot.ready();
        let kernel = ready.as_ref()?;
        let config = call.config();
        if !self.plainly_fits(slot, kernel, &config) {
            return None;
        }
        self.mark_active();
        slot.note_launch(config.block, config.dynamic_shared_bytes);
        // SAFETY: as below.
        let others = unsafe { self.look_at_arguments(kernel, call.arguments) };
        let arguments = others.as_ref().map_or(call.arguments, Arguments::pointers);
        // SAFETY: the API obliges the caller to pass one pointer per parameter of the kernel; clang's stubs do.
        let launched = unsafe { self.device().launch_now(stream, kernel, &config, arguments) };
        Some(launched.map_err(|error| self.refuse_by_device(call.function, &config, error)))
    }

    #[cold]
    fn launch_with_care(&self, call: &Call, handle: Handle) -> Result<()> {
        let stream = self.stream(handle)?;
        let (operation, kernel) = self.prepare(call)?;
        if stream.capture.active() {
            return self.capture_launch(&stream, operation, kernel);
        }
        self.guard_legacy(&stream)?;
        self.queue_launch(stream.id, kernel, &operation)
    }

    fn slot_to_launch(&self, call: &Call, config: &LaunchConfig) -> Result<&'static Slot> {
        modules::slot_of_stub(call.function).ok_or_else(|| {
            let message = "what was launched is no kernel of this session".to_owned();
            self.refuse("", config, Status::INVALID_DEVICE_FUNCTION, message)
        })
    }

    /// Finds a call's kernel, checks the configuration, and copies the parameters.
    pub(crate) fn prepare(&self, call: &Call) -> Result<(KernelOperation, Arc<LoadedKernel>)> {
        let config = call.config();
        let slot = self.slot_to_launch(call, &config)?;
        let kernel = self.loaded(slot, &config)?;
        self.check(slot, &kernel, &config)?;
        slot.note_launch(config.block, config.dynamic_shared_bytes);
        if call.arguments.is_null() && !kernel.param_bytes.is_empty() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass one pointer per parameter of the kernel; clang's stubs do.
        let arguments = Arc::new(unsafe { Arguments::copy(call.arguments, &kernel.param_bytes) });
        Ok((
            KernelOperation {
                slot,
                function: call.function as usize,
                config,
                arguments,
            },
            kernel,
        ))
    }

    /// Remembers a launch that the device did not take, unless it is broken: then that is what is told.
    #[cold]
    fn refuse_by_device(
        &self,
        function: *const c_void,
        config: &LaunchConfig,
        error: Error,
    ) -> Error {
        if self.device().fault().is_some() {
            return error;
        }
        let slot = modules::slot_of_stub(function);
        let ready = slot.map(Slot::ready);
        let loaded = ready.as_ref().and_then(|it| it.as_ref());
        let message = match (error.message.as_str(), error.status, loaded) {
            ("", Status::LAUNCH_OUT_OF_RESOURCES, Some(loaded)) => {
                self.short_of_registers(loaded, config)
            }
            ("", status, _) => status.description().to_owned(),
            (message, ..) => message.to_owned(),
        };
        let kernel = slot.map_or_else(String::new, Slot::display);
        self.refuse(&kernel, config, error.status, message)
    }

    /// The slot of a kernel's host function.
    pub(crate) fn slot(&self, function: *const c_void) -> Result<&'static Slot> {
        modules::slot_of_stub(function).ok_or_else(|| Status::INVALID_DEVICE_FUNCTION.into())
    }

    /// The kernel in a slot; waits for its image, and for no other.
    pub(crate) fn loaded(
        &self,
        slot: &'static Slot,
        config: &LaunchConfig,
    ) -> Result<Arc<LoadedKernel>> {
        let kernel = if config.cooperative {
            slot.optimised()
        } else {
            slot.kernel()
        };
        let kernel = kernel.and_then(|kernel| {
            if kernel.calls_addresses() {
                modules::await_functions()?;
            }
            Ok(kernel)
        });
        let kernel = kernel.map_err(|none| {
            let status = Status::INVALID_DEVICE_FUNCTION;
            let cause = match none {
                NoKernel::NotCompiledYet => FaultCause::NotCompiledYet,
                NoKernel::Failed(_) => FaultCause::Error,
            };
            // Nothing but this message says what is wrong with the kernel.
            let fault = DeviceFault::of(status.name(), none.to_string())
                .because(cause)
                .in_kernel(&slot.display(), config.grid, config.block);
            self.refuse_launch(fault, true)
        })?;
        let kernel = self.fitting(slot, kernel, config)?;
        self.ready_clusters(slot, &kernel, config)?;
        Ok(kernel)
    }

    /// The kernel, or code of it that a block of this size fits.
    fn fitting(
        &self,
        slot: &'static Slot,
        kernel: Arc<LoadedKernel>,
        config: &LaunchConfig,
    ) -> Result<Arc<LoadedKernel>> {
        let threads = total(&config.block);
        if threads <= u64::from(kernel.threads_fit) {
            return Ok(kernel);
        }
        let most = match kernel.max_threads {
            0 => self.limits().block_threads,
            bound => bound,
        };
        let threads = u32::try_from(threads).ok().filter(|it| *it <= most);
        // What is too large for other reasons is refused for these.
        match threads.and_then(|threads| modules::fit(slot, &kernel, threads)) {
            Some(Ok(fitting)) => Ok(fitting),
            Some(Err(why)) => {
                let message = format!("{}: {why}", self.short_of_registers(&kernel, config));
                let status = Status::LAUNCH_OUT_OF_RESOURCES;
                Err(self.refuse(&kernel.display, config, status, message))
            }
            None => Ok(kernel),
        }
    }

    /// Why a block does not fit, and what helps.
    fn short_of_registers(&self, kernel: &LoadedKernel, config: &LaunchConfig) -> String {
        let threads = total(&config.block);
        let facts = self.device().kernel_facts(kernel.id());
        match facts {
            Some(facts) if threads > u64::from(facts.threads_max) => format!(
                "its code has {} registers a thread, so blocks of {} threads fit at most, not of {threads}; \
                 `__launch_bounds__({threads})` gives it fewer",
                facts.registers, facts.threads_max
            ),
            _ => Status::LAUNCH_OUT_OF_RESOURCES.description().to_owned(),
        }
    }

    /// Queues what `prepare` or a graph has prepared, with the kernel that the slot holds now.
    pub(crate) fn queue_kernel(&self, stream: StreamId, operation: &KernelOperation) -> Result<()> {
        let kernel = self.kernel_of_node(operation)?;
        self.queue_launch(stream, kernel, operation)
    }

    /// The kernel that the slot of a graph's node holds now, if the node still fits it.
    pub(crate) fn kernel_of_node(&self, operation: &KernelOperation) -> Result<Arc<LoadedKernel>> {
        let kernel = self.loaded(operation.slot, &operation.config)?;
        // A kernel that was redefined since may have other limits, or parameters of another size.
        self.check(operation.slot, &kernel, &operation.config)?;
        if kernel.param_bytes != operation.arguments.param_bytes() {
            return Err(self.refuse_node(&kernel, &operation.config));
        }
        Ok(kernel)
    }

    fn queue_launch(
        &self,
        stream: StreamId,
        kernel: Arc<LoadedKernel>,
        operation: &KernelOperation,
    ) -> Result<()> {
        self.mark_active();
        // SAFETY: the parameters were copied by the kernel's own sizes.
        let others = unsafe { self.look_at_arguments(&kernel, operation.arguments.pointers()) };
        let mut launch = operation.of_kernel(kernel);
        if let Some(others) = others {
            launch.arguments = Arc::new(others);
        }
        let launched = if launch.kernel.launches() {
            self.launch_family(stream, launch)
        } else {
            // SAFETY: the parameters were copied by the kernel's own sizes.
            unsafe { self.device().launch(stream, launch) }
        };
        launched.map_err(|error| {
            let function = operation.function as *const c_void;
            self.refuse_by_device(function, &operation.config, error)
        })
    }

    /// Checks a configuration against the device's and the kernel's limits.
    fn check(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
    ) -> Result<()> {
        if self.plainly_fits(slot, kernel, config) {
            return Ok(());
        }
        let (status, message) = match self.misfit(slot, kernel, config) {
            None => return Ok(()),
            Some(misfit) => misfit,
        };
        Err(self.refuse(&kernel.display, config, status, message))
    }

    /// True for what is within every limit without a closer look: most launches.
    #[inline]
    fn plainly_fits(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
    ) -> bool {
        let limits = self.limits();
        let threads = total(&config.block);
        let threads_max = match kernel.max_threads {
            0 => limits.block_threads,
            max => max.min(limits.block_threads),
        };
        let within = |extents: &[u32; 3], most: &[u32; 3]| {
            (0..3).all(|axis| extents[axis].wrapping_sub(1) < most[axis])
        };
        let shared = config.dynamic_shared_bytes;
        (shared == 0 || shared <= self.dynamic_shared_max(slot, kernel))
            && !config.cooperative
            && config.cluster[0] | kernel.cluster[0] == 0
            && !kernel.needs_care()
            && threads <= u64::from(threads_max.min(kernel.threads_fit))
            && within(&config.grid, &limits.grid)
            && within(&config.block, &limits.block)
    }

    /// What is wrong with a configuration.
    pub(super) fn misfit(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
    ) -> Option<(Status, String)> {
        if let Some(message) = extents_misfit(config, self.device().properties()) {
            return Some((Status::INVALID_CONFIGURATION, message));
        }
        let threads = total(&config.block);
        if kernel.max_threads != 0 && threads > u64::from(kernel.max_threads) {
            let message = format!(
                "block of {threads} threads exceeds the kernel's `__launch_bounds__({})`",
                kernel.max_threads
            );
            return Some((Status::INVALID_VALUE, message));
        }
        let shared_max = self.dynamic_shared_max(slot, kernel);
        if config.dynamic_shared_bytes > shared_max {
            let message = format!(
                "{} bytes of dynamic shared memory exceed {shared_max}; `cudaFuncSetAttribute` with \
                 `cudaFuncAttributeMaxDynamicSharedMemorySize` raises the limit",
                config.dynamic_shared_bytes
            );
            return Some((Status::INVALID_VALUE, message));
        }
        if let Some(misfit) = self.cluster_misfit(slot, kernel, config) {
            return Some(misfit);
        }
        let blocks = total(&config.grid);
        let resident = if config.cooperative {
            self.device()
                .cooperative_blocks_max(kernel.id(), &config.block)
        } else {
            u64::MAX
        };
        if blocks > resident {
            let message = format!(
                "cooperative grid of {blocks} blocks exceeds the {resident} that can run at the same time"
            );
            return Some((Status::COOPERATIVE_LAUNCH_TOO_LARGE, message));
        }
        None
    }

    /// Remembers a launch that NVIDIA's runtime library did not take, with our reason if we see one. Gives the error that the library would give of a
    /// function that it knows, instead of the driver's.
    pub(crate) fn refuse_by_library(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
        status: i32,
    ) -> i32 {
        if self.device().fault().is_some() {
            return status;
        }
        let status = Status(status);
        let (status, message) = match self.misfit(slot, kernel, config) {
            Some((better, message)) if status == Status::INVALID_VALUE => (better, message),
            Some((_, message)) => (status, message),
            None if status == Status::LAUNCH_OUT_OF_RESOURCES => {
                (status, self.short_of_registers(kernel, config))
            }
            None => (status, status.description().to_owned()),
        };
        self.refuse(&kernel.display, config, status, message)
            .status
            .0
    }

    /// Remembers a node of a graph whose kernel has other parameters now.
    pub(crate) fn refuse_node(&self, kernel: &LoadedKernel, config: &LaunchConfig) -> Error {
        let message =
            "was redefined with parameters of other sizes since its node was made".to_owned();
        self.refuse(&kernel.display, config, Status::INVALID_VALUE, message)
    }

    pub(super) fn refuse(
        &self,
        kernel: &str,
        config: &LaunchConfig,
        status: Status,
        message: String,
    ) -> Error {
        let fault = DeviceFault::of(status.name(), message)
            .in_kernel(kernel, config.grid, config.block)
            .asking(u64::from(config.dynamic_shared_bytes), config.cooperative);
        self.refuse_launch(fault, false)
    }
}

/// The blocks of a grid, or the threads of a block.
#[inline]
pub(super) fn total(extents: &[u32; 3]) -> u64 {
    extents.iter().map(|&extent| u64::from(extent)).product()
}

/// What is wrong with the extents of a grid and its blocks, whatever the kernel.
fn extents_misfit(config: &LaunchConfig, limits: &Properties) -> Option<String> {
    let threads = total(&config.block);
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let (grid, block) = (config.grid[axis], config.block[axis]);
        if grid == 0 || block == 0 {
            let what = if grid == 0 { "grid" } else { "block" };
            return Some(format!("{what} of size 0 along {name}"));
        }
        if grid > limits.grid_extents_max[axis] {
            return Some(format!(
                "grid of {grid} blocks along {name} exceeds {}",
                limits.grid_extents_max[axis]
            ));
        }
    }
    if threads > u64::from(limits.block_threads_max) {
        return Some(format!(
            "block of {threads} threads exceeds {}",
            limits.block_threads_max
        ));
    }
    if let Some(axis) = (0..3).find(|&axis| config.block[axis] > limits.block_extents_max[axis]) {
        let name = ["x", "y", "z"][axis];
        return Some(format!(
            "block of {} threads along {name} exceeds {}",
            config.block[axis], limits.block_extents_max[axis]
        ));
    }
    None
}

/// What the attributes of `cudaLaunchKernelExC` ask for: a cooperative launch, and clusters of so many blocks, zeros if they do not say. Hints
/// (priorities, policies, carveouts, serialisation) are satisfied by plain order.
pub(super) fn launch_attributes(attributes: &[LaunchAttribute]) -> Result<(bool, [u32; 3])> {
    let (mut cooperative, mut cluster) = (false, [0; 3]);
    for attribute in attributes {
        let [x, y, z, _] = attribute.value.integers();
        match attribute.id {
            ATTRIBUTE_COOPERATIVE => cooperative = x != 0,
            ATTRIBUTE_CLUSTER_DIMENSION if x < 1 || y < 1 || z < 1 => {
                return Err(Status::INVALID_CLUSTER_SIZE.into());
            }
            ATTRIBUTE_CLUSTER_DIMENSION => cluster = [x, y, z].map(i32::cast_unsigned),
            0..=16 => {}
            _ => return Err(Status::INVALID_VALUE.into()),
        }
    }
    Ok((cooperative, cluster))
}

/// Keeps a launch configuration for the stub that clang calls next. Not 0 is an error: the stub is not called then.
#[expect(non_snake_case, reason = "clang's name")]
pub(crate) extern "C" fn __cudaPushCallConfiguration(
    grid: Dim3,
    block: Dim3,
    shared_bytes: usize,
    stream: Handle,
) -> u32 {
    pushed::push(Configured {
        grid,
        block,
        shared_bytes,
        stream,
    });
    0
}

/// Gives the configuration that was pushed last. Every launch comes here, so it does without what other functions do first.
///
/// # Safety
/// The pointers are null or to live objects, as the stubs that clang makes pass them.
#[expect(non_snake_case, reason = "clang's name")]
pub(crate) unsafe extern "C" fn __cudaPopCallConfiguration(
    grid: Out<Dim3>,
    block: Out<Dim3>,
    shared_bytes: Out<usize>,
    stream: Out<Handle>,
) -> i32 {
    let Some(configured) = pushed::pop() else {
        last_error::set(Status::MISSING_CONFIGURATION);
        return Status::MISSING_CONFIGURATION.0;
    };
    grid.put_if_wanted(configured.grid);
    block.put_if_wanted(configured.block);
    shared_bytes.put_if_wanted(configured.shared_bytes);
    stream.put_if_wanted(configured.stream);
    0
}

api! {
    launch fn cudaLaunchKernel(
        runtime, function: *const c_void, grid: Dim3, block: Dim3, arguments: *const *const c_void, shared_bytes: usize,
        stream: Handle,
    ) {
        runtime.launch(&Call { function, grid, block, arguments, shared_bytes, cooperative: false, cluster: [0; 3] }, stream)
    }

    launch fn cudaLaunchCooperativeKernel(
        runtime, function: *const c_void, grid: Dim3, block: Dim3, arguments: *const *const c_void, shared_bytes: usize,
        stream: Handle,
    ) {
        runtime.launch(&Call { function, grid, block, arguments, shared_bytes, cooperative: true, cluster: [0; 3] }, stream)
    }

    launch fn cudaLaunchKernelExC(
        runtime, configuration: In<LaunchConfiguration>, function: *const c_void, arguments: *const *const c_void,
    ) {
        let configuration = configuration.get()?;
        let attributes = In::at(configuration.attributes).all(configuration.attribute_count as usize)?;
        let (cooperative, cluster) = launch_attributes(&attributes)?;
        let call = Call {
            function,
            grid: configuration.grid,
            block: configuration.block,
            arguments,
            shared_bytes: configuration.dynamic_smem_bytes,
            cooperative,
            cluster,
        };
        runtime.launch(&call, configuration.stream)
    }
    ; __cudaPushCallConfiguration, __cudaPopCallConfiguration
}
