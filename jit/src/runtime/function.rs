//! Attributes of kernels.

use std::collections::HashMap;
use std::ffi::{CString, c_char, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Runtime;
use super::cluster::PORTABLE_BLOCKS;
use super::ffi::{Out, api};
use super::launch::total;
use super::types::FuncAttributes;
use crate::device::{LaunchConfig, LoadedKernel, Result, Status};
use crate::lock::lock;
use crate::modules::{self, NoKernel, Slot};

// `cudaFuncAttribute`
const MAX_DYNAMIC_SHARED: i32 = 8;
const SHARED_CARVEOUT: i32 = 9;
const REQUIRED_CLUSTER_FIRST: i32 = 10;
const REQUIRED_CLUSTER_LAST: i32 = 13;
const LARGE_CLUSTERS: i32 = 14;
const CLUSTER_POLICY: i32 = 15;

/// Registers of a thread, as kernels of the CPU device are told: the vector registers of the host's instruction set. It does not run
/// out of registers, it spills, so nothing depends on it.
const REGISTERS: i32 = 32;

/// What was set for kernels, by slot: it outlives redefinitions.
#[derive(Default)]
pub(crate) struct Functions {
    table: Mutex<HashMap<usize, Settings>>,
    /// True once any limit of dynamic shared memory was set; launches need not look into the table before.
    limited: AtomicBool,
    /// Names given out by `cudaFuncGetName`; valid as long as the process.
    names: Mutex<HashMap<usize, CString>>,
}

#[derive(Clone, Copy)]
struct Settings {
    dynamic_shared_max: Option<u32>,
    /// Percent; -1 is the driver's choice.
    carveout: i32,
    /// Clusters may have more blocks than all devices take.
    large_clusters: bool,
    /// `cudaClusterSchedulingPolicy`, a hint.
    cluster_policy: i32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dynamic_shared_max: None,
            carveout: -1,
            large_clusters: false,
            cluster_policy: 0,
        }
    }
}

fn key(slot: &'static Slot) -> usize {
    std::ptr::from_ref(slot) as usize
}

impl Runtime {
    /// Dynamic shared memory that a launch may ask for, bytes.
    pub(crate) fn dynamic_shared_max(&self, slot: &'static Slot, kernel: &LoadedKernel) -> u32 {
        let unset = self
            .device()
            .properties()
            .shared_bytes_max
            .saturating_sub(kernel.shared_bytes);
        if !self.functions().limited.load(Ordering::Acquire) {
            return unset;
        }
        let set = lock(&self.functions().table)
            .get(&key(slot))
            .and_then(|settings| settings.dynamic_shared_max);
        set.unwrap_or(unset)
    }

    fn kernel(
        &self,
        function: *const c_void,
    ) -> Result<(&'static Slot, std::sync::Arc<LoadedKernel>)> {
        // Facts of a draft are not those of the kernel.
        self.kernel_by(function, Slot::optimised)
    }

    fn kernel_by(
        &self,
        function: *const c_void,
        find: fn(&'static Slot) -> std::result::Result<std::sync::Arc<LoadedKernel>, NoKernel>,
    ) -> Result<(&'static Slot, std::sync::Arc<LoadedKernel>)> {
        let slot = self.slot(function)?;
        Ok((slot, self.kernel_asked_for(slot, find)?))
    }

    /// The kernel of a host function.
    pub(crate) fn kernel_of(
        &self,
        function: *const c_void,
    ) -> Result<std::sync::Arc<LoadedKernel>> {
        self.kernel(function).map(|(_, kernel)| kernel)
    }

    /// The kernel in a slot, once it is no draft.
    pub(super) fn optimised(&self, slot: &'static Slot) -> Result<std::sync::Arc<LoadedKernel>> {
        self.kernel_asked_for(slot, Slot::optimised)
    }

    /// The attributes of a slot's kernel.
    pub(super) fn attributes_of(&self, slot: &'static Slot) -> Result<FuncAttributes> {
        let kernel = self.optimised(slot)?;
        let limits = self.device().properties();
        let threads_max = if kernel.max_threads == 0 {
            limits.block_threads_max
        } else {
            kernel.max_threads
        };
        let (major, minor) = limits.capability;
        let version = (major * 10 + minor) as i32;
        let facts = self.device().kernel_facts(kernel.id());
        let settings = lock(&self.functions().table)
            .get(&key(slot))
            .copied()
            .unwrap_or_default();
        Ok(FuncAttributes {
            shared_size_bytes: kernel.shared_bytes as usize,
            const_size_bytes: facts.map_or(0, |facts| facts.constant_bytes),
            local_size_bytes: facts.map_or(0, |facts| facts.local_bytes),
            max_threads_per_block: facts
                .map_or(threads_max, |facts| facts.threads_max)
                .min(limits.block_threads_max) as i32,
            num_regs: facts.map_or(REGISTERS, |facts| facts.registers as i32),
            ptx_version: facts.map_or(version, |facts| facts.ptx_version),
            binary_version: facts.map_or(version, |facts| facts.binary_version),
            max_dynamic_shared_size_bytes: self.dynamic_shared_max(slot, &kernel) as i32,
            preferred_shmem_carveout: settings.carveout,
            cluster_dim_must_be_set: 0,
            required_cluster_width: kernel.cluster[0].cast_signed(),
            required_cluster_height: kernel.cluster[1].cast_signed(),
            required_cluster_depth: kernel.cluster[2].cast_signed(),
            cluster_scheduling_policy_preference: settings.cluster_policy,
            non_portable_cluster_size_allowed: i32::from(settings.large_clusters),
            ..FuncAttributes::default()
        })
    }

    fn set_attribute(&self, function: *const c_void, attribute: i32, value: i32) -> Result<()> {
        // It is the slot's, whatever that holds.
        let (slot, kernel) = self.kernel_by(function, Slot::kernel)?;
        let limits = self.device().properties();
        let mut table = lock(&self.functions().table);
        let settings = table.entry(key(slot)).or_default();
        match attribute {
            MAX_DYNAMIC_SHARED => {
                let room = limits
                    .shared_optin_bytes_max
                    .saturating_sub(kernel.shared_bytes);
                let asked = u32::try_from(value)
                    .ok()
                    .filter(|&asked| asked <= room)
                    .ok_or(Status::INVALID_VALUE)?;
                settings.dynamic_shared_max = Some(asked);
                self.functions().limited.store(true, Ordering::Release);
            }
            SHARED_CARVEOUT if (-1..=100).contains(&value) => settings.carveout = value,
            LARGE_CLUSTERS if matches!(value, 0 | 1) && self.has_clusters() => {
                self.device()
                    .allow_large_clusters(kernel.id(), value == 1)?;
                settings.large_clusters = value == 1;
            }
            CLUSTER_POLICY if (0..=2).contains(&value) => settings.cluster_policy = value,
            REQUIRED_CLUSTER_FIRST..=REQUIRED_CLUSTER_LAST => {
                self.note(
                    "`cudaFuncSetAttribute` sets no size of clusters: say it by `__cluster_dims__` or by an attribute of the launch"
                        .to_owned(),
                );
                return Err(Status::NOT_SUPPORTED.into());
            }
            LARGE_CLUSTERS => return Err(Status::NOT_SUPPORTED.into()),
            _ => return Err(Status::INVALID_VALUE.into()),
        }
        Ok(())
    }

    /// May a kernel's clusters have more blocks than all devices take?
    pub(super) fn allows_large_clusters(&self, slot: &'static Slot) -> bool {
        let table = lock(&self.functions().table);
        table.get(&key(slot)).is_some_and(|it| it.large_clusters)
    }

    /// Has the device know of the code that is about to be launched what was set for the kernel: a definition may have come since.
    pub(super) fn ready_clusters(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
    ) -> Result<()> {
        let cluster = config.cluster_of(kernel);
        if cluster.is_some_and(|extents| total(&extents) > PORTABLE_BLOCKS)
            && self.allows_large_clusters(slot)
        {
            return self.device().allow_large_clusters(kernel.id(), true);
        }
        Ok(())
    }

    /// The symbol of a host function's kernel; the text stays as long as the process.
    pub(crate) fn name(&self, function: *const c_void) -> Result<*const c_char> {
        let slot = self.slot(function)?;
        let mut names = lock(&self.functions().names);
        // Symbols of ELF objects have no NUL inside.
        let name = names.entry(key(slot)).or_insert_with(|| {
            CString::new(modules::symbol_in_module(slot.symbol())).unwrap_or_default()
        });
        Ok(name.as_ptr())
    }
}

api! {
    call fn cudaFuncGetAttributes(runtime, attributes: Out<FuncAttributes>, function: *const c_void) {
        attributes.put(runtime.attributes_of(runtime.slot(function)?)?)
    }

    call fn cudaFuncSetAttribute(runtime, function: *const c_void, attribute: i32, value: i32) {
        runtime.set_attribute(function, attribute, value)
    }

    call fn cudaFuncSetCacheConfig(runtime, function: *const c_void, config: i32) {
        runtime.slot(function)?;
        // A hint.
        if (0..=3).contains(&config) { Ok(()) } else { Err(Status::INVALID_VALUE.into()) }
    }

    call fn cudaFuncSetSharedMemConfig(runtime, function: *const c_void, config: i32) {
        runtime.slot(function)?;
        // A hint.
        if (0..=2).contains(&config) { Ok(()) } else { Err(Status::INVALID_VALUE.into()) }
    }

    call fn cudaFuncGetName(runtime, name: Out<*const c_char>, function: *const c_void) {
        name.put(runtime.name(function)?)
    }

    call fn cudaFuncGetParamInfo(
        runtime, function: *const c_void, index: usize, offset: Out<usize>, bytes: Out<usize>,
    ) {
        let kernel = runtime.kernel_of(function)?;
        // The driver knows alignments, which sizes do not tell.
        let told = runtime.device().foreign_code().and_then(|it| it.parameter(kernel.id(), index));
        if let Some((at, size)) = told {
            bytes.put_if_wanted(size);
            return offset.put(at);
        }
        let param_bytes = kernel.param_bytes.get(index).copied().ok_or(Status::INVALID_VALUE)?;
        let (offsets, _) = crate::device::Arguments::place(&kernel.param_bytes, 0);
        offset.put(offsets[index])?;
        bytes.put_if_wanted(param_bytes as usize);
        Ok(())
    }
}
