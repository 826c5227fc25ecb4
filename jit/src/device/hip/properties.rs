//! What a GPU is and what it can do, as HIP tells.

use super::sys::{Driver, Result};
use crate::device::Properties;

// `hipDeviceAttribute_t`: ROCm 5.2 to 7 have the same numbers.
const CLOCK_KHZ: u32 = 5;
const INTEGRATED: u32 = 16;
const L2_BYTES: u32 = 19;
const CAPABILITY_MAJOR: u32 = 23;
const MULTIPROCESSOR_BLOCKS: u32 = 25;
const BLOCK_EXTENT_X: u32 = 26;
const GRID_EXTENT_X: u32 = 29;
const BLOCK_THREADS: u32 = 56;
const MULTIPROCESSOR_THREADS: u32 = 57;
const MEMORY_BUS_BITS: u32 = 59;
const MEMORY_CLOCK_KHZ: u32 = 60;
const CAPABILITY_MINOR: u32 = 61;
const MULTIPROCESSORS: u32 = 63;
const BLOCK_REGISTERS: u32 = 71;
const BLOCK_SHARED_BYTES: u32 = 74;
const CONSTANT_BYTES: u32 = 83;
const WARP_SIZE: u32 = 87;
const MULTIPROCESSOR_SHARED_BYTES: u32 = 10_002;

/// The most urgent stream priority of all AMD GPUs; HIP tells it only of the current device.
const PRIORITY_GREATEST: i32 = -1;

/// Blocks of a compute unit at most, where HIP does not tell ("Cuda only", its older headers say).
const BLOCKS_MAX: u32 = 32;

/// What a GPU is, beside what all have.
pub(super) struct Found {
    pub(super) properties: Properties,
    /// 1000 × major + 100 × minor + stepping, as LLVM counts: 9010 for `gfx90a`.
    pub(super) architecture: u32,
}

/// Asks for all properties. The device need not be current.
pub(super) fn read(driver: &Driver, device: i32) -> Result<Found> {
    let signed = |attribute| driver.device_attribute(device, attribute);
    let number = |attribute| Ok(u32::try_from(signed(attribute)?).unwrap_or(0));
    let number_or = |attribute, otherwise| match number(attribute) {
        Ok(0) | Err(_) => otherwise,
        Ok(number) => number,
    };
    let extents = |first: u32| Ok([number(first)?, number(first + 1)?, number(first + 2)?]);
    let memory_bytes = driver.device_memory(device)?;
    let multiprocessors = number(MULTIPROCESSORS)?;
    let name = driver.device_architecture(device)?;
    let shared_bytes = number(BLOCK_SHARED_BYTES)?;
    let properties = Properties {
        id: format!("hip:{device}"),
        name: driver.device_name(device)?,
        detail: detail(memory_bytes, multiprocessors, &name),
        memory_bytes,
        multiprocessors,
        warp_size: number(WARP_SIZE)?,
        block_threads_max: number(BLOCK_THREADS)?,
        block_extents_max: extents(BLOCK_EXTENT_X)?,
        grid_extents_max: extents(GRID_EXTENT_X)?,
        multiprocessor_threads_max: number(MULTIPROCESSOR_THREADS)?,
        multiprocessor_blocks_max: number_or(MULTIPROCESSOR_BLOCKS, BLOCKS_MAX),
        shared_bytes_max: shared_bytes,
        // All of it is a block's without asking.
        shared_optin_bytes_max: shared_bytes,
        multiprocessor_shared_bytes: number_or(MULTIPROCESSOR_SHARED_BYTES, shared_bytes),
        registers_per_block: number(BLOCK_REGISTERS)?,
        constant_bytes: number_or(CONSTANT_BYTES, 0) as usize,
        capability: (number(CAPABILITY_MAJOR)?, number(CAPABILITY_MINOR)?),
        architecture: name.clone(),
        clock_khz: number_or(CLOCK_KHZ, 0),
        memory_clock_khz: number_or(MEMORY_CLOCK_KHZ, 0),
        memory_bus_bits: number_or(MEMORY_BUS_BITS, 0),
        cache_bytes: number_or(L2_BYTES, 0),
        priority_greatest: PRIORITY_GREATEST,
        integrated: number_or(INTEGRATED, 0) != 0,
        driver_version: driver.version(),
        bus_id: driver.device_bus_id(device)?,
        // Loading may wait for a kernel that waits for the host (AMDGPU.jl, issue 208).
        loading_waits: true,
        facts_depend_on_code: true,
    };
    Ok(Found {
        properties,
        architecture: architecture(&name).unwrap_or(0),
    })
}

/// The number of a name such as `gfx90a:sramecc+:xnack-`: decimal digits of the major version, then a hexadecimal one for the minor and one for the stepping.
fn architecture(name: &str) -> Option<u32> {
    let digits = name.split(':').next()?.strip_prefix("gfx")?;
    let (major, rest) = digits.split_at_checked(digits.len().checked_sub(2)?)?;
    let hexadecimal = |at: usize| u32::from_str_radix(rest.get(at..=at)?, 16).ok();
    Some(1000 * major.parse::<u32>().ok()? + 100 * hexadecimal(0)? + hexadecimal(1)?)
}

fn detail(memory_bytes: usize, multiprocessors: u32, architecture: &str) -> String {
    let gib = memory_bytes as f64 / f64::from(1 << 30);
    let plain = architecture.split(':').next().unwrap_or(architecture);
    format!("{gib:.0} GiB, {multiprocessors} compute units, {plain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_have_numbers() {
        for (name, number) in [
            ("gfx90a:sramecc+:xnack-", 9010),
            ("gfx942:sramecc+:xnack-", 9402),
            ("gfx1030", 10_300),
            ("gfx1201", 12_001),
        ] {
            assert_eq!(architecture(name), Some(number), "{name}");
        }
        for wrong in ["", "gfx", "gfx9", "sm_90", "gfx-4-generic"] {
            assert_eq!(architecture(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_line_for_people() {
        assert_eq!(
            detail(206_141_652_992, 304, "gfx942:sramecc+:xnack-"),
            "192 GiB, 304 compute units, gfx942"
        );
    }
}
