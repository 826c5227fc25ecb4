//! What a GPU is and what it can do, as the driver tells.

use super::sys::{Driver, Result};
use crate::device::Properties;

// `CUdevice_attribute`
const BLOCK_THREADS: u32 = 1;
const BLOCK_EXTENT_X: u32 = 2;
const GRID_EXTENT_X: u32 = 5;
const BLOCK_SHARED_BYTES: u32 = 8;
const CONSTANT_BYTES: u32 = 9;
const WARP_SIZE: u32 = 10;
const BLOCK_REGISTERS: u32 = 12;
const CLOCK_KHZ: u32 = 13;
const MULTIPROCESSORS: u32 = 16;
const INTEGRATED: u32 = 18;
const MEMORY_CLOCK_KHZ: u32 = 36;
const MEMORY_BUS_BITS: u32 = 37;
const L2_BYTES: u32 = 38;
const MULTIPROCESSOR_THREADS: u32 = 39;
const CAPABILITY_MAJOR: u32 = 75;
const CAPABILITY_MINOR: u32 = 76;
const MULTIPROCESSOR_SHARED_BYTES: u32 = 81;
const SHARED_OPTIN_BYTES: u32 = 97;
const MULTIPROCESSOR_BLOCKS: u32 = 106;

/// The most urgent stream priority of all GPUs since Volta; the driver tells it only of a context, which costs 0.1 s to make.
const PRIORITY_GREATEST: i32 = -5;

/// Asks for all properties; needs no context.
pub(super) fn read(driver: &Driver, device: i32, ordinal: i32) -> Result<Properties> {
    let signed = |attribute| driver.device_attribute(device, attribute);
    let number = |attribute| Ok(u32::try_from(signed(attribute)?).unwrap_or(0));
    let extents = |first: u32| Ok([number(first)?, number(first + 1)?, number(first + 2)?]);
    let memory_bytes = driver.device_memory(device)?;
    let capability = (number(CAPABILITY_MAJOR)?, number(CAPABILITY_MINOR)?);
    let multiprocessors = number(MULTIPROCESSORS)?;
    Ok(Properties {
        id: format!("cuda:{ordinal}"),
        name: driver.device_name(device)?,
        detail: detail(memory_bytes, multiprocessors, capability),
        memory_bytes,
        multiprocessors,
        warp_size: number(WARP_SIZE)?,
        block_threads_max: number(BLOCK_THREADS)?,
        block_extents_max: extents(BLOCK_EXTENT_X)?,
        grid_extents_max: extents(GRID_EXTENT_X)?,
        multiprocessor_threads_max: number(MULTIPROCESSOR_THREADS)?,
        multiprocessor_blocks_max: number(MULTIPROCESSOR_BLOCKS)?,
        shared_bytes_max: number(BLOCK_SHARED_BYTES)?,
        shared_optin_bytes_max: number(SHARED_OPTIN_BYTES)?,
        multiprocessor_shared_bytes: number(MULTIPROCESSOR_SHARED_BYTES)?,
        registers_per_block: number(BLOCK_REGISTERS)?,
        constant_bytes: number(CONSTANT_BYTES)? as usize,
        capability,
        architecture: String::new(),
        clock_khz: number(CLOCK_KHZ)?,
        memory_clock_khz: number(MEMORY_CLOCK_KHZ)?,
        memory_bus_bits: number(MEMORY_BUS_BITS)?,
        cache_bytes: number(L2_BYTES)?,
        priority_greatest: PRIORITY_GREATEST,
        integrated: signed(INTEGRATED)? != 0,
        driver_version: driver.version()?,
        bus_id: driver.device_bus_id(device)?,
        loading_waits: true,
        facts_depend_on_code: true,
    })
}

fn detail(memory_bytes: usize, multiprocessors: u32, (major, minor): (u32, u32)) -> String {
    let gib = memory_bytes as f64 / f64::from(1 << 30);
    format!("{gib:.0} GiB, {multiprocessors} multiprocessors, sm_{major}{minor}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_for_people() {
        assert_eq!(
            super::detail(85_029_158_912, 132, (9, 0)),
            "79 GiB, 132 multiprocessors, sm_90"
        );
    }
}
