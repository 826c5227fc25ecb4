//! Devices: properties, attributes, limits, bus ids, peers.

use super::super::attribute::cudaDeviceGetAttribute;
use super::super::device::*;
use super::super::ffi::In;
use super::super::peer::{
    cudaDeviceCanAccessPeer, cudaDeviceDisablePeerAccess, cudaDeviceEnablePeerAccess,
};
use super::super::properties::{DeviceProp, cudaGetDeviceProperties};
use super::super::version::{cudaDriverGetVersion, cudaRuntimeGetVersion};
use super::{fails, ok, on_cpu, out};

#[test]
fn the_cpu_device_says_what_it_is() {
    let runtime = on_cpu();
    let mut properties: DeviceProp = runtime.device_prop(0);
    properties.name = [0; 256];
    ok!(cudaGetDeviceProperties, out(&mut properties), 0);
    fails!(
        INVALID_DEVICE,
        cudaGetDeviceProperties,
        out(&mut properties),
        1
    );
    assert!(properties.name.starts_with(b"Chevron CPU ("));
    assert_eq!(
        (properties.major, properties.minor, properties.warp_size),
        (9, 0, 32)
    );
    assert_eq!(
        (
            properties.multi_processor_count,
            properties.total_global_mem
        ),
        (2, 1 << 30)
    );
    assert_eq!(
        (
            properties.shared_mem_per_block,
            properties.shared_mem_per_block_optin
        ),
        (48 << 10, 227 << 10)
    );
    assert_eq!(
        (
            properties.cooperative_launch,
            properties.managed_memory,
            properties.concurrent_kernels
        ),
        (1, 1, 1)
    );
}

#[test]
fn attributes_are_the_properties_by_number() {
    let properties = on_cpu().device_prop(0);
    let attribute = |number: i32| {
        let mut value = -1;
        ok!(cudaDeviceGetAttribute, out(&mut value), number, 0);
        value
    };
    assert_eq!(attribute(1), 1024);
    assert_eq!([2, 3, 4].map(attribute), properties.max_threads_dim);
    assert_eq!([5, 6, 7].map(attribute), properties.max_grid_size);
    assert!(
        [10, 16, 75, 95]
            .into_iter()
            .all(|number| attribute(number) > 0)
    );
    assert_eq!(attribute(97), properties.shared_mem_per_block_optin as i32);
    let mut value = -1;
    fails!(
        INVALID_VALUE,
        cudaDeviceGetAttribute,
        out(&mut value),
        1000,
        0
    );
    fails!(
        INVALID_DEVICE,
        cudaDeviceGetAttribute,
        out(&mut value),
        1,
        1
    );
}

#[test]
fn there_is_one_device_which_is_no_peer() {
    on_cpu();
    let (mut count, mut device, mut can) = (0, -1, -1);
    ok!(cudaGetDeviceCount, out(&mut count));
    ok!(cudaGetDevice, out(&mut device));
    ok!(cudaSetDevice, 0);
    ok!(cudaDeviceCanAccessPeer, out(&mut can), 0, 0);
    assert_eq!((count, device, can), (1, 0, 0));
    fails!(INVALID_DEVICE, cudaSetDevice, 1);
    fails!(PEER_ACCESS_UNSUPPORTED, cudaDeviceEnablePeerAccess, 0, 0);
    fails!(PEER_ACCESS_NOT_ENABLED, cudaDeviceDisablePeerAccess, 0);
}

#[test]
fn limits_and_bus_ids_go_there_and_back() {
    on_cpu();
    let mut value = 0;
    ok!(cudaDeviceGetLimit, out(&mut value), 2);
    assert_eq!(value, 8 << 20);
    ok!(cudaDeviceSetLimit, 1, 1 << 22);
    ok!(cudaDeviceGetLimit, out(&mut value), 1);
    assert_eq!(value, 1 << 22);
    fails!(UNSUPPORTED_LIMIT, cudaDeviceSetLimit, 6, 1);
    let (mut text, mut device) = ([0u8; 13], -1);
    fails!(
        INVALID_VALUE,
        cudaDeviceGetPCIBusId,
        out(&mut text[0]),
        12,
        0
    );
    ok!(cudaDeviceGetPCIBusId, out(&mut text[0]), 13, 0);
    ok!(
        cudaDeviceGetByPCIBusId,
        out(&mut device),
        In::at(text.as_ptr().cast())
    );
    assert_eq!(device, 0);
    fails!(
        INVALID_VALUE,
        cudaDeviceGetByPCIBusId,
        out(&mut device),
        In::at(c"0000:01:00.0".as_ptr())
    );
}

#[test]
fn versions_are_those_of_the_headers() {
    on_cpu();
    let (mut driver, mut runtime) = (0, 0);
    ok!(cudaDriverGetVersion, out(&mut driver));
    ok!(cudaRuntimeGetVersion, out(&mut runtime));
    assert_eq!((driver, runtime), (13000, 13000));
}
