//! Managed memory: allocation, prefetch, advice, attributes of ranges.

use std::ffi::c_void;

use super::Runtime;
use super::allocations::{Advice, Space};
use super::ffi::{In, Out, address, api};
use super::handles::Handle;
use super::operation::Operation;
use super::types::MemLocation;
use crate::device::{MemoryKind, Result, Status};

/// `cudaMemAttachGlobal`
const ATTACH_GLOBAL: u32 = 1;
/// `cudaMemAttachHost`
const ATTACH_HOST: u32 = 2;
/// `cudaMemAttachSingle`
const ATTACH_SINGLE: u32 = 4;

// `cudaMemLocationType`
const LOCATION_DEVICE: i32 = 1;
const LOCATION_HOST_NUMA_CURRENT: i32 = 4;

/// `cudaInvalidDeviceId`
const INVALID_DEVICE_ID: i32 = -2;
/// `cudaCpuDeviceId`
const CPU_DEVICE_ID: i32 = -1;

impl Runtime {
    /// A range for prefetch and advice: managed memory of the API.
    fn managed(&self, memory: *const c_void, bytes: usize) -> Result<u64> {
        if bytes == 0 || self.allocations().space_of(address(memory), bytes)? != Space::Managed {
            return Err(Status::INVALID_VALUE.into());
        }
        Ok(address(memory))
    }

    fn advise(&self, memory: u64, advice: i32, location: MemLocation) -> Result<()> {
        let place = (location.kind, location.id);
        let change = |kept: &mut Advice| match advice {
            1 => kept.read_mostly = true,
            2 => kept.read_mostly = false,
            3 => kept.preferred = Some(place),
            4 => kept.preferred = None,
            5 => kept.accessed_by = Some(place),
            _ => kept.accessed_by = None,
        };
        if !(1..=6).contains(&advice) {
            return Err(Status::INVALID_VALUE.into());
        }
        if matches!(advice, 3 | 5) {
            check_location(self, location)?;
        }
        self.allocations().advise(memory, change);
        Ok(())
    }

    /// Writes one attribute of `cudaMemRangeAttribute`.
    fn range_attribute(
        &self,
        data: Out<i32>,
        bytes: usize,
        attribute: i32,
        advice: &Advice,
    ) -> Result<()> {
        let id = |place: Option<(i32, i32)>| match place {
            None => INVALID_DEVICE_ID,
            Some((LOCATION_DEVICE, id)) => id,
            Some(_) => CPU_DEVICE_ID,
        };
        let value = match attribute {
            1 => i32::from(advice.read_mostly),
            2 => id(advice.preferred),
            3 => return accessed_by(data, bytes, id(advice.accessed_by)),
            4 => id(advice.prefetched),
            5 => advice.preferred.map_or(0, |(kind, _)| kind),
            6 => advice.preferred.map_or(INVALID_DEVICE_ID, |(_, id)| id),
            7 => advice.prefetched.map_or(0, |(kind, _)| kind),
            8 => advice.prefetched.map_or(INVALID_DEVICE_ID, |(_, id)| id),
            _ => return Err(Status::INVALID_VALUE.into()),
        };
        if bytes != size_of::<i32>() {
            return Err(Status::INVALID_VALUE.into());
        }
        data.put(value)
    }
}

/// The list of devices, filled up with `cudaInvalidDeviceId`.
fn accessed_by(data: Out<i32>, bytes: usize, device: i32) -> Result<()> {
    if bytes == 0 || !bytes.is_multiple_of(size_of::<i32>()) {
        return Err(Status::INVALID_VALUE.into());
    }
    let mut list = vec![INVALID_DEVICE_ID; bytes / size_of::<i32>()];
    list[0] = device;
    data.put_all(&list)
}

fn check_location(runtime: &Runtime, location: MemLocation) -> Result<()> {
    match location {
        MemLocation {
            kind: LOCATION_DEVICE,
            id,
        } => runtime.number(id).map(drop),
        MemLocation {
            kind: 2..=LOCATION_HOST_NUMA_CURRENT,
            ..
        } => Ok(()),
        _ => Err(Status::INVALID_VALUE.into()),
    }
}

api! {
    call fn cudaMallocManaged(runtime, memory: Out<*mut c_void>, bytes: usize, flags: u32) {
        if memory.is_null() || bytes == 0 || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(runtime.allocate(bytes, MemoryKind::Managed, flags)?)
    }

    call fn cudaMemPrefetchAsync(
        runtime, memory: *const c_void, bytes: usize, location: MemLocation, flags: u32, stream: Handle,
    ) {
        if flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        check_location(runtime, location)?;
        let memory = runtime.managed(memory, bytes)?;
        runtime.allocations().advise(memory, |advice| advice.prefetched = Some((location.kind, location.id)));
        // The device and the host have one memory: only the order counts.
        runtime.submit(&*runtime.stream(stream)?, Operation::Empty)
    }

    call fn cudaMemAdvise(runtime, memory: *const c_void, bytes: usize, advice: i32, location: MemLocation) {
        let memory = runtime.managed(memory, bytes)?;
        runtime.advise(memory, advice, location)
    }

    call fn cudaMemRangeGetAttribute(
        runtime, data: Out<i32>, data_bytes: usize, attribute: i32, memory: *const c_void, bytes: usize,
    ) {
        let memory = runtime.managed(memory, bytes)?;
        let advice = runtime.allocations().find(memory).map(|(_, allocation)| allocation.advice).unwrap_or_default();
        runtime.range_attribute(data, data_bytes, attribute, &advice)
    }

    call fn cudaMemRangeGetAttributes(
        runtime, data: In<Out<i32>>, data_bytes: In<usize>, attributes: In<i32>, count: usize, memory: *const c_void,
        bytes: usize,
    ) {
        let memory = runtime.managed(memory, bytes)?;
        let advice = runtime.allocations().find(memory).map(|(_, allocation)| allocation.advice).unwrap_or_default();
        let (data, data_bytes, attributes) = (data.all(count)?, data_bytes.all(count)?, attributes.all(count)?);
        for ((data, bytes), attribute) in data.into_iter().zip(data_bytes).zip(attributes) {
            runtime.range_attribute(data, bytes, attribute, &advice)?;
        }
        Ok(())
    }

    call fn cudaStreamAttachMemAsync(runtime, stream: Handle, memory: *mut c_void, _bytes: usize, flags: u32) {
        if !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST | ATTACH_SINGLE) {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.managed(memory, 1)?;
        runtime.submit(&*runtime.stream(stream)?, Operation::Empty)
    }
}
