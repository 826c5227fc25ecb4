//! Occupancy: how many blocks of a kernel a multiprocessor holds at the same time.
//!
//! The formula is CUDA's with the device's limits: blocks are bounded by the multiprocessor's blocks, by its threads in whole warps, and
//! by its shared memory, where each block also costs what the system reserves. Registers bound nothing on the CPU device. What it
//! gives is what a program needs to size a grid, not a promise of speed. A GPU's driver knows better, and is asked.

use std::ffi::c_void;

use super::Runtime;
use super::ffi::{Out, api};
use crate::device::{LoadedKernel, Properties, Result, Status};
use crate::modules::Slot;
use crate::wire::LastLaunch;

/// Shared memory that the system takes of each block, bytes.
pub(crate) const RESERVED_SHARED_BYTES: u32 = 1 << 10;

/// `cudaOccupancyDisableCachingOverride`
const FLAGS: u32 = 1;

fn blocks(
    limits: &Properties,
    kernel: &LoadedKernel,
    block_threads: u32,
    dynamic_bytes: usize,
) -> u32 {
    let threads_max = if kernel.max_threads == 0 {
        limits.block_threads_max
    } else {
        kernel.max_threads
    };
    let shared = kernel.shared_bytes as usize + dynamic_bytes;
    if block_threads > threads_max.min(limits.block_threads_max)
        || shared > limits.shared_optin_bytes_max as usize
    {
        return 0;
    }
    let by_threads =
        limits.multiprocessor_threads_max / block_threads.next_multiple_of(limits.warp_size);
    let by_shared =
        limits.multiprocessor_shared_bytes as usize / (shared + RESERVED_SHARED_BYTES as usize);
    limits
        .multiprocessor_blocks_max
        .min(by_threads)
        .min(by_shared as u32)
}

impl Runtime {
    fn occupancy(
        &self,
        function: *const c_void,
        block_threads: i32,
        dynamic_bytes: usize,
    ) -> Result<i32> {
        self.occupancy_of(&*self.kernel_of(function)?, block_threads, dynamic_bytes)
    }

    /// Blocks of a kernel that a multiprocessor holds.
    pub(super) fn occupancy_of(
        &self,
        kernel: &LoadedKernel,
        block_threads: i32,
        dynamic_bytes: usize,
    ) -> Result<i32> {
        let block_threads = u32::try_from(block_threads)
            .ok()
            .filter(|&threads| threads > 0)
            .ok_or(Status::INVALID_VALUE)?;
        let told = self
            .device()
            .active_blocks(kernel.id(), block_threads, dynamic_bytes);
        let limits = self.device().properties();
        Ok(told.unwrap_or_else(|| blocks(limits, kernel, block_threads, dynamic_bytes)) as i32)
    }

    /// How a kernel was launched last, and how many such blocks a multiprocessor holds.
    pub(super) fn last_launch(&self, slot: &Slot) -> Option<LastLaunch> {
        let (block, shared_bytes) = slot.last_launch()?;
        let ready = slot.ready();
        let kernel = ready.as_ref()?;
        let threads: u32 = block.iter().product();
        let blocks = self.occupancy_of(kernel, threads.cast_signed(), shared_bytes as usize);
        let (blocks, limits) = (blocks.ok()?.cast_unsigned(), self.device.properties());
        Some(LastLaunch {
            block,
            shared_bytes,
            blocks,
            warps: blocks * threads.div_ceil(limits.warp_size),
            warps_max: limits.multiprocessor_threads_max / limits.warp_size,
        })
    }

    /// Dynamic shared memory that each of so many blocks of a multiprocessor can have.
    fn shared_for(
        &self,
        function: *const c_void,
        blocks: i32,
        block_threads: i32,
    ) -> Result<usize> {
        let kernel = self.kernel_of(function)?;
        let limits = self.device().properties();
        let blocks = u32::try_from(blocks)
            .ok()
            .filter(|&blocks| blocks > 0)
            .ok_or(Status::INVALID_VALUE)?;
        if self.occupancy(function, block_threads, 0)? < blocks as i32 {
            return Err(Status::INVALID_VALUE.into());
        }
        let each =
            (limits.multiprocessor_shared_bytes / blocks).saturating_sub(RESERVED_SHARED_BYTES);
        Ok(each
            .min(limits.shared_optin_bytes_max)
            .saturating_sub(kernel.shared_bytes) as usize)
    }
}

api! {
    call fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        runtime, blocks: Out<i32>, function: *const c_void, block_threads: i32, dynamic_bytes: usize,
    ) {
        blocks.put(runtime.occupancy(function, block_threads, dynamic_bytes)?)
    }

    call fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        runtime, blocks: Out<i32>, function: *const c_void, block_threads: i32, dynamic_bytes: usize, flags: u32,
    ) {
        if flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        blocks.put(runtime.occupancy(function, block_threads, dynamic_bytes)?)
    }

    call fn cudaOccupancyAvailableDynamicSMemPerBlock(
        runtime, bytes: Out<usize>, function: *const c_void, blocks: i32, block_threads: i32,
    ) {
        bytes.put(runtime.shared_for(function, blocks, block_threads)?)
    }
}
