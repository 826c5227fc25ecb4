//! Several devices: who reaches whose memory, and copies from one to another.

use std::ffi::c_void;

use super::Runtime;
use super::copy::{DEVICE_TO_DEVICE, Wait};
use super::ffi::{Out, address, api};
use super::handles::Handle;
use super::operation::CopyOperation;
use crate::device::{PeerAttribute, Result, Status};
use crate::lock::lock;

/// `cudaDevP2PAttrOnlyPartialNativeAtomicSupported`: a device says by `NativeAtomicSupported` whether all are.
const ONLY_PARTIAL_ATOMICS: i32 = 5;

impl Runtime {
    /// Two numbers of different devices.
    fn two(&self, from: i32, to: i32) -> Result<(usize, usize)> {
        let (from, to) = (self.number(from)?, self.number(to)?);
        if from == to {
            return Err(Status::INVALID_DEVICE.into());
        }
        Ok((from, to))
    }

    fn can_access(&self, from: usize, to: usize) -> Result<bool> {
        let supported = self
            .device()
            .peer_attribute(from, to, PeerAttribute::AccessSupported)?;
        Ok(supported != 0)
    }

    fn enable_peer(&self, peer: i32, flags: u32) -> Result<()> {
        if flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let (here, peer) = (self.device().current(), self.number(peer)?);
        if here == peer {
            return Err(Status::PEER_ACCESS_UNSUPPORTED.into());
        }
        let mut peers = lock(self.peers());
        if peers.contains(&(here, peer)) {
            return Err(Status::PEER_ACCESS_ALREADY_ENABLED.into());
        }
        if !self.can_access(here, peer)? {
            return Err(Status::PEER_ACCESS_UNSUPPORTED.into());
        }
        self.device().set_peer_access(peer, true)?;
        peers.insert((here, peer));
        Ok(())
    }

    fn disable_peer(&self, peer: i32) -> Result<()> {
        let (here, peer) = (self.device().current(), self.number(peer)?);
        let mut peers = lock(self.peers());
        if !peers.contains(&(here, peer)) {
            return Err(Status::PEER_ACCESS_NOT_ENABLED.into());
        }
        self.device().set_peer_access(peer, false)?;
        peers.remove(&(here, peer));
        Ok(())
    }

    /// The calling thread's device reaches no other any more; for `cudaDeviceReset`.
    pub(crate) fn forget_peers(&self) {
        let here = self.device().current();
        lock(self.peers()).retain(|&(from, to)| {
            if from != here {
                return true;
            }
            // What the device does not take back goes with its context.
            drop(self.device().set_peer_access(to, false));
            false
        });
    }

    /// A copy between two devices, which may be one. Where the memory lies its addresses tell; the numbers must be right all the same.
    pub(crate) fn peer_copy(
        &self,
        (target, target_device): (*mut c_void, i32),
        (source, source_device): (*const c_void, i32),
        bytes: usize,
    ) -> Result<CopyOperation> {
        self.number(target_device)?;
        self.number(source_device)?;
        Ok(CopyOperation::linear(
            address(target),
            address(source),
            bytes,
            DEVICE_TO_DEVICE,
        ))
    }
}

api! {
    call fn cudaDeviceCanAccessPeer(runtime, can: Out<i32>, device: i32, peer: i32) {
        let (device, peer) = (runtime.number(device)?, runtime.number(peer)?);
        // A device is not its own peer.
        can.put(i32::from(device != peer && runtime.can_access(device, peer)?))
    }

    call fn cudaDeviceEnablePeerAccess(runtime, peer: i32, flags: u32) {
        runtime.enable_peer(peer, flags)
    }

    call fn cudaDeviceDisablePeerAccess(runtime, peer: i32) {
        runtime.disable_peer(peer)
    }

    call fn cudaDeviceGetP2PAttribute(runtime, value: Out<i32>, attribute: i32, from: i32, to: i32) {
        let attribute = match attribute {
            1 => PeerAttribute::PerformanceRank,
            2 => PeerAttribute::AccessSupported,
            3 => PeerAttribute::NativeAtomicSupported,
            4 => PeerAttribute::ArrayAccessSupported,
            ONLY_PARTIAL_ATOMICS => {
                runtime.two(from, to)?;
                return value.put(0);
            }
            _ => return Err(Status::INVALID_VALUE.into()),
        };
        value.put(0)?;
        let (from, to) = runtime.two(from, to)?;
        value.put(runtime.device().peer_attribute(from, to, attribute)?)
    }

    call fn cudaMemcpyPeer(
        runtime, target: *mut c_void, target_device: i32, source: *const c_void, source_device: i32, bytes: usize,
    ) {
        let copy = runtime.peer_copy((target, target_device), (source, source_device), bytes)?;
        runtime.copy_in(0, copy, Wait::Yes)
    }

    call fn cudaMemcpyPeerAsync(
        runtime, target: *mut c_void, target_device: i32, source: *const c_void, source_device: i32, bytes: usize, stream: Handle,
    ) {
        let copy = runtime.peer_copy((target, target_device), (source, source_device), bytes)?;
        runtime.copy_in(stream, copy, Wait::No)
    }
}
