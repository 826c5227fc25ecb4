//! What AMD GPUs have beside what every device has.

use super::device::Hip;
use super::driver::error;
use crate::device::{
    DriverKernels, KernelFacts, KernelId, PeerAttribute, Peers, Result, Status, gate,
};

impl DriverKernels for Hip {
    fn place(&self, _kernel: KernelId, _name: &str, _bytes: usize) -> Result<u64> {
        // Functions have no addresses across code objects on AMD GPUs: the target refuses them by name.
        Err(Status::NOT_SUPPORTED.into())
    }

    fn set_variables(&self, kernel: KernelId, addresses: &[u64]) -> Result<()> {
        let _inside = gate::enter();
        let table = self.noted(self.local(kernel)?.table(addresses.len()))?;
        let stream = self.own_stream()?;
        let addresses = addresses.to_vec();
        self.on_worker(move |driver| {
            let bytes = size_of_val(addresses.as_slice());
            // SAFETY: the table has room for the addresses, and both stay until the copy is done.
            unsafe { driver.copy(table, addresses.as_ptr() as u64, bytes, stream)? };
            driver.synchronize_stream(stream)
        })
    }

    fn facts(&self, kernel: KernelId) -> Option<KernelFacts> {
        Some(self.local(kernel).ok()?.facts)
    }

    fn active_blocks(&self, kernel: KernelId, threads: u32, dynamic_bytes: usize) -> Option<u32> {
        let threads = i32::try_from(threads).ok()?;
        let function = self.local(kernel).ok()?.function as usize;
        let blocks =
            self.on_worker(move |driver| driver.occupancy(function, threads, dynamic_bytes));
        u32::try_from(blocks.ok()?).ok()
    }
}

impl Peers for Hip {
    fn attribute(&self, to: usize, attribute: PeerAttribute) -> Result<i32> {
        // HIP counts from 0 what CUDA counts from 1.
        let attribute = attribute as u32 - 1;
        let value = self
            .driver
            .peer_attribute(self.number as i32, to as i32, attribute);
        value.map_err(|failure| error(self.driver, failure))
    }

    fn set_access(&self, peer: usize, allowed: bool) -> Result<()> {
        self.on_worker(move |driver| driver.set_peer_access(peer as i32, allowed))
    }
}
