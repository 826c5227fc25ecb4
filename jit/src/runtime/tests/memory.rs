//! Memory: kinds, checks, strided copies and fills, attributes.

use std::ffi::c_void;
use std::ptr;

use super::super::copy::{cudaMemcpy, cudaMemcpy2D};
use super::super::copy_3d::cudaMemcpy3D;
use super::super::ffi::In;
use super::super::fill::{cudaMemset, cudaMemset2D, cudaMemset3D};
use super::super::host_memory::{
    cudaFreeHost, cudaHostAlloc, cudaHostGetDevicePointer, cudaHostGetFlags, cudaHostRegister,
    cudaHostUnregister,
};
use super::super::inspect::{__chv_pointer_extent, cudaPointerGetAttributes};
use super::super::managed::{
    cudaMallocManaged, cudaMemAdvise, cudaMemPrefetchAsync, cudaMemRangeGetAttribute,
};
use super::super::memory::{cudaFree, cudaMalloc, cudaMalloc3D, cudaMallocPitch, cudaMemGetInfo};
use super::super::peer::cudaMemcpyPeer;
use super::super::types::{Extent, MemLocation, Memcpy3DParms, PitchedPtr, PointerAttributes, Pos};
use super::{SUCCESS, add_one, fails, integers, kernel, launch, ok, on_cpu, out, param, read};

fn attributes(memory: *const c_void) -> PointerAttributes {
    let mut found = PointerAttributes {
        kind: -1,
        device: -1,
        device_pointer: 0,
        host_pointer: 0,
        reserved: [0; 8],
    };
    ok!(cudaPointerGetAttributes, out(&mut found), memory);
    found
}

#[test]
fn allocations_are_counted_and_freed_once() {
    on_cpu();
    let (mut free, mut total, mut after) = (0, 0, 0);
    ok!(cudaMemGetInfo, out(&mut free), out(&mut total));
    assert_eq!(total, 1 << 30);
    let mut memory = ptr::null_mut();
    ok!(cudaMalloc, out(&mut memory), 1 << 20);
    assert_eq!(memory as usize % 256, 0);
    ok!(cudaMemGetInfo, out(&mut after), out(&mut total));
    assert_eq!(after, free - (1 << 20));
    fails!(MEMORY_ALLOCATION, cudaMalloc, out(&mut memory), 2 << 30);
    let second = integers(1);
    ok!(cudaFree, second.cast());
    fails!(INVALID_VALUE, cudaFree, second.cast());
    ok!(cudaFree, ptr::null_mut());
    ok!(cudaMalloc, out(&mut memory), 0);
    assert!(memory.is_null());
}

#[test]
fn copies_are_checked_against_their_kind_and_allocation() {
    on_cpu();
    let data = integers(4);
    let mut host = [1, 2, 3, 4];
    ok!(cudaMemcpy, data.cast(), host.as_ptr().cast(), 16, 1);
    ok!(cudaMemcpy, host.as_mut_ptr().cast(), data.cast(), 16, 4);
    fails!(
        INVALID_VALUE,
        cudaMemcpy,
        data.cast(),
        host.as_ptr().cast(),
        20,
        1
    );
    fails!(
        INVALID_VALUE,
        cudaMemcpy,
        data.cast(),
        host.as_ptr().cast(),
        16,
        2
    );
    fails!(
        INVALID_VALUE,
        cudaMemcpy,
        host.as_mut_ptr().cast(),
        data.cast(),
        16,
        1
    );
    fails!(
        INVALID_MEMCPY_DIRECTION,
        cudaMemcpy,
        data.cast(),
        host.as_ptr().cast(),
        16,
        9
    );
    ok!(cudaMemcpy, ptr::null_mut(), ptr::null(), 0, 1);
    fails!(
        INVALID_DEVICE,
        cudaMemcpyPeer,
        data.cast(),
        1,
        data.cast(),
        0,
        4
    );
    let copy = integers(4);
    ok!(cudaMemcpyPeer, copy.cast(), 0, data.cast(), 0, 16);
    assert_eq!(read(copy, 4), [1, 2, 3, 4]);
    fails!(INVALID_VALUE, cudaMemset, host.as_mut_ptr().cast(), 0, 4);
}

#[test]
fn rows_are_copied_and_filled_by_pitch() {
    on_cpu();
    let (mut memory, mut pitch) = (ptr::null_mut(), 0);
    ok!(cudaMallocPitch, out(&mut memory), out(&mut pitch), 12, 3);
    assert_eq!(pitch, 512);
    let source: Vec<u8> = (0..60).collect();
    // Rows of 12 bytes out of rows of 20.
    ok!(
        cudaMemcpy2D,
        memory,
        pitch,
        source.as_ptr().cast(),
        20,
        12,
        3,
        1
    );
    let mut back = [0u8; 36];
    ok!(
        cudaMemcpy2D,
        back.as_mut_ptr().cast(),
        12,
        memory,
        pitch,
        12,
        3,
        2
    );
    let expected: Vec<u8> = (0..3).flat_map(|row| (row * 20)..(row * 20 + 12)).collect();
    assert_eq!(back.as_slice(), expected);
    ok!(cudaMemset2D, memory, pitch, 0xab, 4, 2);
    ok!(
        cudaMemcpy2D,
        back.as_mut_ptr().cast(),
        12,
        memory,
        pitch,
        12,
        3,
        2
    );
    assert_eq!(
        (&back[..6], &back[24..28]),
        (&[0xab, 0xab, 0xab, 0xab, 4, 5][..], &[40, 41, 42, 43][..])
    );
    fails!(
        INVALID_PITCH_VALUE,
        cudaMemcpy2D,
        memory,
        8,
        source.as_ptr().cast(),
        20,
        12,
        3,
        1
    );
}

#[test]
fn boxes_are_copied_between_pitched_pointers() {
    on_cpu();
    let extent = Extent {
        width: 8,
        height: 3,
        depth: 2,
    };
    let mut device = PitchedPtr::default();
    ok!(cudaMalloc3D, out(&mut device), extent);
    ok!(cudaMemset3D, device, 1, extent);
    let source: Vec<u8> = (0..48).collect();
    let host = PitchedPtr {
        ptr: source.as_ptr() as usize,
        pitch: 8,
        xsize: 8,
        ysize: 3,
    };
    // The inner 4x2x1 box at (2, 1, 1).
    let mut parameters = Memcpy3DParms {
        src_ptr: host,
        src_pos: Pos { x: 2, y: 1, z: 1 },
        dst_ptr: device,
        dst_pos: Pos { x: 0, y: 0, z: 1 },
        extent: Extent {
            width: 4,
            height: 2,
            depth: 1,
        },
        kind: 1,
        ..Memcpy3DParms::default()
    };
    ok!(cudaMemcpy3D, In::of(&parameters));
    let mut back = vec![0u8; 48];
    parameters = Memcpy3DParms {
        src_ptr: device,
        src_pos: Pos::default(),
        dst_ptr: PitchedPtr {
            ptr: back.as_mut_ptr() as usize,
            ..host
        },
        dst_pos: Pos::default(),
        extent,
        kind: 2,
        ..parameters
    };
    ok!(cudaMemcpy3D, In::of(&parameters));
    assert_eq!(back[..24], [1; 24]);
    assert_eq!(back[24..32], [34, 35, 36, 37, 1, 1, 1, 1]);
    assert_eq!(back[32..40], [42, 43, 44, 45, 1, 1, 1, 1]);
    parameters.src_array = 8;
    fails!(INVALID_RESOURCE_HANDLE, cudaMemcpy3D, In::of(&parameters));
}

#[test]
fn pointers_tell_what_they_are() {
    on_cpu();
    let data = integers(4);
    let (mut managed, mut pinned, local) = (ptr::null_mut(), ptr::null_mut(), 5);
    ok!(cudaMallocManaged, out(&mut managed), 64, 1);
    ok!(cudaHostAlloc, out(&mut pinned), 64, 3);
    assert_eq!(attributes(data.cast()).kind, 2);
    assert_eq!(attributes(data.wrapping_add(3).cast()).host_pointer, 0);
    assert_eq!(attributes(managed).kind, 3);
    assert_eq!(attributes(pinned).kind, 1);
    assert_eq!(
        (
            attributes((&raw const local).cast()).kind,
            attributes((&raw const local).cast()).device
        ),
        (0, -2)
    );
    let (mut space, mut left) = (0, 0);
    assert_eq!(
        __chv_pointer_extent(data.wrapping_add(1).cast(), out(&mut space), out(&mut left)),
        1
    );
    assert_eq!((space, left), (2, 12));
    assert_eq!(
        __chv_pointer_extent((&raw const local).cast(), out(&mut space), out(&mut left)),
        0
    );
    ok!(cudaFree, data.cast());
    assert_eq!(
        __chv_pointer_extent(data.wrapping_add(2).cast(), out(&mut space), out(&mut left)),
        1
    );
    assert_eq!((space, left), (4, 8));
    let (mut flags, mut device) = (0, ptr::null_mut());
    ok!(cudaHostGetFlags, out(&mut flags), pinned);
    ok!(cudaHostGetDevicePointer, out(&mut device), pinned, 0);
    assert_eq!((flags, device), (3, pinned));
    ok!(cudaFreeHost, pinned);
    fails!(INVALID_VALUE, cudaFreeHost, managed);
}

#[test]
fn registered_memory_is_pinned_until_it_is_unregistered() {
    on_cpu();
    let mut own = vec![0i32; 64];
    let memory: *mut c_void = own.as_mut_ptr().cast();
    ok!(cudaHostRegister, memory, 256, 0);
    fails!(
        HOST_MEMORY_ALREADY_REGISTERED,
        cudaHostRegister,
        memory,
        256,
        0
    );
    assert_eq!(attributes(memory).kind, 1);
    let add = kernel("add", add_one, &[8]);
    assert_eq!(launch(add, 1, 64, &[param(&memory)], 0), SUCCESS);
    ok!(cudaHostUnregister, memory);
    assert_eq!(own, [1; 64]);
    fails!(HOST_MEMORY_NOT_REGISTERED, cudaHostUnregister, memory);
}

#[test]
fn managed_memory_is_one_for_host_and_device_and_keeps_advice() {
    on_cpu();
    let mut memory = ptr::null_mut();
    ok!(cudaMallocManaged, out(&mut memory), 16, 1);
    // SAFETY: managed memory of 16 bytes.
    let host = unsafe { std::slice::from_raw_parts_mut(memory.cast::<i32>(), 4) };
    host.copy_from_slice(&[1, 2, 3, 4]);
    let add = kernel("add", add_one, &[8]);
    assert_eq!(launch(add, 1, 4, &[param(&memory)], 0), SUCCESS);
    ok!(super::super::device::cudaDeviceSynchronize);
    assert_eq!(host, [2, 3, 4, 5]);
    let device = MemLocation { kind: 1, id: 0 };
    ok!(cudaMemPrefetchAsync, memory, 16, device, 0, 0);
    ok!(cudaMemAdvise, memory, 16, 1, device);
    let (mut read_mostly, mut place) = (0, -9);
    ok!(
        cudaMemRangeGetAttribute,
        out(&mut read_mostly),
        4,
        1,
        memory,
        16
    );
    ok!(cudaMemRangeGetAttribute, out(&mut place), 4, 4, memory, 16);
    assert_eq!((read_mostly, place), (1, 0));
    fails!(
        INVALID_DEVICE,
        cudaMemPrefetchAsync,
        memory,
        16,
        MemLocation { kind: 1, id: 3 },
        0,
        0
    );
    fails!(
        INVALID_VALUE,
        cudaMemAdvise,
        integers(1).cast(),
        4,
        1,
        device
    );
}
