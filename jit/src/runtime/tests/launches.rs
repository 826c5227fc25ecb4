//! Launches: configuration stack, extended launches, attributes, occupancy, superseded kernels.

use std::sync::atomic::{AtomicU32, Ordering};

use super::super::ffi::In;
use super::super::function::{
    cudaFuncGetAttributes, cudaFuncGetName, cudaFuncGetParamInfo, cudaFuncSetAttribute,
};
use super::super::launch::{
    __cudaPopCallConfiguration, __cudaPushCallConfiguration, cudaLaunchCooperativeKernel,
    cudaLaunchKernelExC,
};
use super::super::occupancy::{
    cudaOccupancyAvailableDynamicSMemPerBlock, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
};
use super::super::stream::cudaStreamSynchronize;
use super::super::types::{
    Dim3, FuncAttributes, LaunchAttribute, LaunchAttributeValue, LaunchConfiguration,
};
use super::{
    SUCCESS, add_one, api, define, double_it, fails, integers, kernel, kernel_of, launch, meet,
    nothing, ok, on_cpu, out, param, read, stream,
};

#[test]
fn configurations_are_a_stack_of_the_thread() {
    on_cpu();
    let dims = |x: u32| Dim3 { x, y: 2, z: 3 };
    assert_eq!(__cudaPushCallConfiguration(dims(1), dims(10), 100, 0), 0);
    assert_eq!(__cudaPushCallConfiguration(dims(2), dims(20), 200, 7), 0);
    let (mut grid, mut block, mut shared, mut stream) = (dims(0), dims(0), 0, 0);
    ok!(
        __cudaPopCallConfiguration,
        out(&mut grid),
        out(&mut block),
        out(&mut shared),
        out(&mut stream)
    );
    assert_eq!((grid, block, shared, stream), (dims(2), dims(20), 200, 7));
    ok!(
        __cudaPopCallConfiguration,
        out(&mut grid),
        out(&mut block),
        out(&mut shared),
        out(&mut stream)
    );
    assert_eq!((grid.x, stream), (1, 0));
    fails!(
        MISSING_CONFIGURATION,
        __cudaPopCallConfiguration,
        out(&mut grid),
        out(&mut block),
        out(&mut shared),
        out(&mut stream)
    );
}

#[test]
fn extended_launches_take_attributes() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let data = integers(2);
    let values = [param(&data)];
    let one = Dim3 { x: 1, y: 1, z: 1 };
    let cluster = |x: u64| LaunchAttributeValue {
        words: [x | 1 << 32, 1, 0, 0, 0, 0, 0, 0],
    };
    let mut attributes = [
        LaunchAttribute {
            id: 2,
            pad: [0; 4],
            value: LaunchAttributeValue::of_integer(1),
        },
        LaunchAttribute {
            id: 4,
            pad: [0; 4],
            value: cluster(1),
        },
    ];
    let configuration = |attributes: &[LaunchAttribute]| LaunchConfiguration {
        grid: one,
        block: Dim3 { x: 2, ..one },
        dynamic_smem_bytes: 0,
        stream: 0,
        attributes: attributes.as_ptr(),
        attribute_count: attributes.len() as u32,
    };
    ok!(
        cudaLaunchKernelExC,
        In::of(&configuration(&attributes)),
        add.stub,
        values.as_ptr()
    );
    assert_eq!(read(data, 2), [1, 1]);
    // The grid is one block.
    attributes[1].value = cluster(2);
    fails!(
        INVALID_CLUSTER_SIZE,
        cudaLaunchKernelExC,
        In::of(&configuration(&attributes)),
        add.stub,
        values.as_ptr()
    );
    ok!(
        cudaLaunchCooperativeKernel,
        add.stub,
        one,
        one,
        values.as_ptr(),
        0,
        0
    );
    assert_eq!(read(data, 2), [2, 1]);
}

#[test]
fn dynamic_shared_memory_beyond_48_kib_must_be_asked_for() {
    on_cpu();
    let large = kernel_of("large", nothing, &[], |image| image.shared_bytes = 1024);
    let one = Dim3 { x: 1, y: 1, z: 1 };
    let call = |bytes: usize| {
        api!(
            super::cudaLaunchKernel,
            large.stub,
            one,
            one,
            std::ptr::null(),
            bytes,
            0
        )
    };
    assert_eq!(call(47 << 10), SUCCESS);
    assert_eq!(call((47 << 10) + 1), 1);
    fails!(
        INVALID_VALUE,
        cudaFuncSetAttribute,
        large.stub,
        8,
        227 << 10
    );
    ok!(cudaFuncSetAttribute, large.stub, 8, 100 << 10);
    assert_eq!(call(100 << 10), SUCCESS);
    let mut attributes = FuncAttributes::default();
    ok!(cudaFuncGetAttributes, out(&mut attributes), large.stub);
    assert_eq!(
        (
            attributes.shared_size_bytes,
            attributes.max_dynamic_shared_size_bytes
        ),
        (1024, 100 << 10)
    );
    assert_eq!(attributes.max_threads_per_block, 1024);
}

#[test]
fn occupancy_follows_threads_blocks_and_shared_memory() {
    on_cpu();
    let plain = kernel("plain", nothing, &[]);
    let blocks = |threads: i32, shared: usize| {
        let mut blocks = -1;
        ok!(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor,
            out(&mut blocks),
            plain.stub,
            threads,
            shared
        );
        blocks
    };
    assert_eq!(
        (
            blocks(1024, 0),
            blocks(256, 0),
            blocks(32, 0),
            blocks(33, 0)
        ),
        (2, 8, 32, 32)
    );
    assert_eq!((blocks(64, 56 << 10), blocks(2048, 0)), (4, 0));
    let mut bytes = 0;
    ok!(
        cudaOccupancyAvailableDynamicSMemPerBlock,
        out(&mut bytes),
        plain.stub,
        4,
        64
    );
    assert_eq!(blocks(64, bytes), 4);
    assert!(blocks(64, bytes + 1) < 4);
}

#[test]
fn functions_tell_their_names_and_parameters() {
    on_cpu();
    let mixed = kernel("mixed", nothing, &[1, 8, 4]);
    let (mut name, mut offset, mut bytes) = (std::ptr::null(), 0, 0);
    ok!(cudaFuncGetName, out(&mut name), mixed.stub);
    // SAFETY: the API gives a NUL-terminated string.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    assert_eq!(name.to_str(), Ok(mixed.symbol));
    ok!(
        cudaFuncGetParamInfo,
        mixed.stub,
        1,
        out(&mut offset),
        out(&mut bytes)
    );
    assert_eq!((offset, bytes), (8, 8));
    fails!(
        INVALID_VALUE,
        cudaFuncGetParamInfo,
        mixed.stub,
        3,
        out(&mut offset),
        out(&mut bytes)
    );
}

#[test]
fn queued_launches_keep_the_kernel_that_they_were_launched_with() {
    on_cpu();
    let (hold, changing) = (
        kernel("hold", meet, &[8, 8]),
        kernel("changing", add_one, &[8]),
    );
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [set, awaited] = [&raw const flags[0], &raw const flags[1]];
    let (own, data) = (stream(1), integers(1));
    assert_eq!(
        launch(hold, 1, 1, &[param(&set), param(&awaited)], own),
        SUCCESS
    );
    assert_eq!(launch(changing, 1, 1, &[param(&data)], own), SUCCESS);
    define(changing, double_it, &[8], |_| {});
    assert_eq!(launch(changing, 1, 1, &[param(&data)], own), SUCCESS);
    flags[1].store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(read(data, 1), [2]);
}
