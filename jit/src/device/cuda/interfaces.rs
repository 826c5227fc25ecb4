//! What NVIDIA GPUs have beside what every device has.

use std::ffi::CString;

use super::core_dump::Place;
use super::cubin;
use super::device::Cuda;
use super::driver::error;
use super::line_table;
use super::sys::Assembling;
use crate::device::{
    Assembler, ClusterCount, ClusterKernels, Device as _, DriverKernels, KernelFacts, KernelId,
    LaunchConfig, PeerAttribute, Peers, Result, Status, ToolkitInterop, gate,
};
use crate::wire::KernelPlace;

/// Registers that a thread of a function may have which kernels of other code objects call. A kernel that calls addresses is given 46 at least
/// (`callees.rs` of the compiler), and registers come by eights.
const FUNCTION_REGISTERS_MAX: u32 = 48;

/// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
const LARGE_CLUSTERS: u32 = 14;

/// Registers of a thread come by so many ("Registers: allocation unit size" of NVIDIA's occupancy calculator), and threads by warps.
const REGISTER_UNIT: u32 = 8;
const WARP: u32 = 32;
/// The most that a thread can have.
const REGISTERS_MAX: u32 = 255;

/// Registers that each of so many threads of a block can have, of so many for the block.
fn registers_for(threads: u32, of_block: u32) -> u32 {
    let each = of_block / threads.next_multiple_of(WARP).max(WARP);
    each / REGISTER_UNIT * REGISTER_UNIT
}

/// Threads of a block that can have so many registers each.
fn threads_for(registers: u32, of_block: u32) -> u32 {
    let each = registers.next_multiple_of(REGISTER_UNIT);
    of_block / each / WARP * WARP
}

impl Cuda {
    fn assembled(&self, text: &[u8], how: Assembling) -> std::result::Result<Vec<u8>, String> {
        let ptx = CString::new(text).map_err(|_| "its PTX has a zero byte in it".to_owned())?;
        let _inside = gate::enter();
        let driver = self.entered().map_err(|error| error.to_string())?;
        driver.assemble(&ptx, how).map_err(|(failure, log)| {
            let error = super::driver::explain(failure);
            match log.trim() {
                "" => format!("the driver does not take its PTX: {error}"),
                log => format!("the driver does not take its PTX: {error}\n{log}"),
            }
        })
    }
}

impl Assembler for Cuda {
    fn assemble(&self, text: &[u8], draft: bool) -> std::result::Result<Vec<u8>, String> {
        let how = Assembling {
            draft,
            ..Assembling::default()
        };
        self.assembled(text, how)
    }

    fn assemble_functions(&self, text: &[u8]) -> std::result::Result<Vec<u8>, String> {
        let how = Assembling {
            registers_max: Some(FUNCTION_REGISTERS_MAX),
            ..Assembling::default()
        };
        self.assembled(text, how)
    }

    fn assemble_for_block(
        &self,
        text: &[u8],
        threads: u32,
    ) -> std::result::Result<Vec<u8>, String> {
        let of_block = self.properties().registers_per_block;
        let how = Assembling {
            registers_max: Some(registers_for(threads, of_block).min(REGISTERS_MAX)),
            ..Assembling::default()
        };
        self.assembled(text, how)
    }

    fn block_threads(&self, code: &[u8]) -> Option<u32> {
        let registers = cubin::registers(code)?.max(1);
        Some(threads_for(
            registers,
            self.properties().registers_per_block,
        ))
    }

    fn line(&self, text: &[u8], draft: bool, place: &KernelPlace) -> Option<u32> {
        let _inside = gate::enter();
        let how = Assembling {
            draft,
            lines: true,
            ..Assembling::default()
        };
        let cubin = (self.entered().ok()?)
            .assemble(&CString::new(text).ok()?, how)
            .ok()?;
        let place = Place {
            function: place.entry.clone(),
            offset: u64::try_from(*place.offsets.first()?).ok()?,
            code: place.code.clone(),
        };
        line_table::line_at(&cubin, &place)
    }
}

impl ToolkitInterop for Cuda {
    fn runtime_handle(&self, kernel: KernelId) -> Option<usize> {
        self.kernels.kernel(kernel.0)
    }

    fn launched(&self, kernel: KernelId, config: &LaunchConfig) {
        self.state.recent.launched(kernel.0, config);
    }

    fn make_current(&self) {
        if let Some(Ok(context)) = self.context.get() {
            // What goes wrong is told to the next call that needs the context.
            drop(self.noted(self.driver.bind_again(*context)));
        }
    }
}

impl DriverKernels for Cuda {
    fn place(&self, kernel: KernelId, name: &str, bytes: usize) -> Result<u64> {
        let _inside = gate::enter();
        let name = CString::new(name).map_err(|_| Status::INVALID_VALUE)?;
        // Its context has the code object from then on.
        self.local(kernel)?;
        self.call(|driver| self.kernels.place(driver, kernel.0, &name, bytes))
    }

    fn set_variables(&self, kernel: KernelId, addresses: &[u64]) -> Result<()> {
        let _inside = gate::enter();
        let table = self.noted(self.local(kernel)?.table(addresses.len()))?;
        let stream = self.own_stream()?;
        let source = addresses.as_ptr() as u64;
        // SAFETY: the table has room for the addresses, and both stay until the copy is done.
        self.call(|driver| unsafe {
            driver.copy(table, source, size_of_val(addresses), stream)?;
            driver.synchronize_stream(stream)
        })
    }

    fn facts(&self, kernel: KernelId) -> Option<KernelFacts> {
        Some(self.local(kernel).ok()?.facts)
    }

    fn active_blocks(&self, kernel: KernelId, threads: u32, dynamic_bytes: usize) -> Option<u32> {
        let threads = i32::try_from(threads).ok()?;
        let function = self.local(kernel).ok()?.function as usize;
        let blocks = self.call(|driver| driver.occupancy(function, threads, dynamic_bytes));
        u32::try_from(blocks.ok()?).ok()
    }
}

impl ClusterKernels for Cuda {
    fn count(&self, kernel: KernelId, config: &LaunchConfig, what: ClusterCount) -> Result<i32> {
        let function = self.local(kernel)?.function as usize;
        self.call(|driver| driver.cluster_count(function, config, what))
    }

    fn allow_large(&self, kernel: KernelId, allow: bool) -> Result<()> {
        let function = self.local(kernel)?.function as usize;
        let value = i32::from(allow);
        self.call(|driver| driver.set_function_attribute(function, LARGE_CLUSTERS, value))
    }
}

impl Peers for Cuda {
    fn attribute(&self, to: usize, attribute: PeerAttribute) -> Result<i32> {
        let peer = self.driver.device(to as i32).map_err(error)?;
        let value = self
            .driver
            .peer_attribute(self.device, peer, attribute as u32);
        value.map_err(error)
    }

    fn set_access(&self, peer: usize, allowed: bool) -> Result<()> {
        let peer = self.driver.device(peer as i32).map_err(error)?;
        self.call(|driver| driver.set_peer_access(driver.retain_context(peer)?, allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_leave_room_for_blocks() {
        const OF_BLOCK: u32 = 65_536;
        assert_eq!(registers_for(1024, OF_BLOCK), 64);
        assert_eq!(registers_for(1000, OF_BLOCK), 64);
        assert_eq!(registers_for(768, OF_BLOCK), 80);
        assert_eq!(registers_for(1, OF_BLOCK), 2048);
        assert_eq!(threads_for(64, OF_BLOCK), 1024);
        assert_eq!(threads_for(94, OF_BLOCK), 672);
        assert_eq!(threads_for(255, OF_BLOCK), 256);
    }
}
