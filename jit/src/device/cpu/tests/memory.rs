//! Device memory: alignment, lookup, guards, limits.

use super::*;
use crate::device::cpu::heap::HeapError;
use crate::device::cpu::primitives::shared_base;
use crate::device::cpu::{Allocation, Heap, Space};

#[test]
fn allocations_are_aligned_and_end_at_a_guard() {
    let heap = Heap::new(1 << 30);
    for bytes in [1, 255, 256, 257, 4096, 4097, 1 << 20, (4 << 20) + 3] {
        let base = heap.allocate(bytes, Space::Device).unwrap();
        assert_eq!(base % 256, 0);
        assert_eq!((base + bytes.next_multiple_of(256)) % 4096, 0);
        // SAFETY: the memory was just allocated.
        let memory = unsafe { std::slice::from_raw_parts_mut(base as *mut u8, bytes) };
        assert!(memory.iter().all(|&byte| byte == 0));
        memory.fill(1);
    }
}

#[test]
fn lookup_finds_the_allocation_that_an_address_lies_in() {
    let heap = Heap::new(1 << 30);
    let bases: Vec<usize> = (1..100)
        .map(|n| heap.allocate(n * 100, Space::Managed).unwrap())
        .collect();
    for (n, &base) in (1..100).zip(&bases) {
        let found = Allocation {
            base,
            bytes: n * 100,
            space: Space::Managed,
        };
        assert_eq!(heap.find(base), Some(found));
        assert_eq!(heap.find(base + n * 100 - 1), Some(found));
        assert_eq!(heap.find(base + n * 100), None);
        assert_eq!(heap.find(base - 1), None);
    }
    assert_eq!(heap.free(bases[50]).unwrap().bytes, 5100);
    assert_eq!(heap.find(bases[50]), None);
    assert_eq!(
        heap.free(bases[50]),
        Err(HeapError::NoSuchAllocation(bases[50]))
    );
}

#[test]
fn addresses_near_an_allocation_are_described() {
    let heap = Heap::new(1 << 30);
    let base = heap.allocate(1000, Space::Device).unwrap();
    let describe = |address| heap.describe(address).unwrap();
    assert_eq!(
        describe(base + 7),
        "7 bytes into an allocation of 1000 bytes"
    );
    assert_eq!(
        describe(base + 1024),
        "24 bytes past the end of an allocation of 1000 bytes"
    );
    assert_eq!(
        describe(base - 4),
        "4 bytes before the start of an allocation of 1000 bytes"
    );
    assert_eq!(heap.describe(64), None);
    heap.free(base).unwrap();
    assert_eq!(
        describe(base + 7),
        "in an allocation of 1000 bytes that has been freed"
    );
}

#[test]
fn more_than_the_device_has_is_refused() {
    let heap = Heap::new(10_000);
    let base = heap.allocate(6000, Space::Device).unwrap();
    assert_eq!(
        heap.allocate(6000, Space::Device),
        Err(HeapError::OutOfMemory {
            bytes: 6000,
            free: 4000
        })
    );
    assert_eq!(heap.used_bytes(), 6000);
    heap.free(base).unwrap();
    assert_eq!(heap.used_bytes(), 0);
    heap.allocate(10_000, Space::Device).unwrap();
}

#[test]
fn many_allocations_do_not_run_out_of_mappings() {
    let heap = Heap::new(1 << 30);
    let bases: Vec<usize> = (0..40_000)
        .map(|_| heap.allocate(64, Space::Device).unwrap())
        .collect();
    assert!(bases.iter().all(|&base| heap.find(base + 63).is_some()));
    for base in bases {
        heap.free(base).unwrap();
    }
}

/// What was written beside the one allocation that an address belongs to: before it, gap, bytes.
fn damage(heap: &Heap, address: usize) -> Option<(bool, usize, usize)> {
    let wounds = heap.look_at(&[address]);
    let damage = wounds.first()?.damage;
    Some((damage.before, damage.gap, damage.bytes))
}

fn write<T>(address: usize, value: T) {
    // SAFETY: tests write to margins of live allocations.
    unsafe { (address as *mut T).write_unaligned(value) };
}

#[test]
fn writes_beside_an_allocation_are_found_once() {
    let heap = Heap::new(1 << 30);
    for bytes in [1, 40, 250, 255, 1000, 4097] {
        let new = || heap.allocate(bytes, Space::Device).unwrap();
        let base = new();
        write(base + bytes - 1, 0xff_u8);
        assert_eq!(damage(&heap, base), None);
        write(base + bytes, 1_u8);
        assert_eq!(damage(&heap, base + bytes), Some((false, 0, 1)));
        assert_eq!(damage(&heap, base), None, "told already");
        let base = new();
        write(base - 4, 0_u32);
        assert_eq!(damage(&heap, base), Some((true, 0, 4)));
    }
    let page = heap.allocate(4096, Space::Device).unwrap();
    assert_eq!(damage(&heap, page), None, "it has no margins");
}

#[test]
fn the_place_and_size_of_what_was_written_are_known() {
    let heap = Heap::new(1 << 30);
    let new = || heap.allocate(40, Space::Device).unwrap();
    let values: [f32; 3] = [0.0, -1.0, 1e30];
    let base = new();
    write(base + 40, values);
    assert_eq!(damage(&heap, base), Some((false, 0, 12)));
    let base = new();
    write(base + 44, -1_i32);
    assert_eq!(damage(&heap, base), Some((false, 4, 4)));
    let base = new();
    write(base + 40, 10.0_f64);
    assert_eq!(damage(&heap, base), Some((false, 0, 8)));
    let base = new();
    write(base + 40, [3_u8; 216]);
    assert_eq!(damage(&heap, base), Some((false, 0, 216)));
    let base = new();
    write(base - 12, 1_u64);
    assert_eq!(damage(&heap, base), Some((true, 4, 8)));
}

#[test]
fn an_allocation_that_is_shortened_has_a_longer_margin() {
    let heap = Heap::new(1 << 30);
    let base = heap.allocate(512, Space::Device).unwrap();
    heap.shorten(base, 20);
    write(base + 480, 1_u8);
    let wounds = heap.look_at(&[base]);
    assert_eq!(wounds[0].allocation.bytes, 20);
    assert_eq!(wounds[0].damage.gap, 460);
    heap.shorten(base, 512);
    write(base + 480, 2_u8);
    assert_eq!(damage(&heap, base), None, "it is the user's again");
}

#[test]
fn looking_around_comes_to_every_allocation() {
    let heap = Heap::new(1 << 30);
    let bases: Vec<usize> = (0..10)
        .map(|_| heap.allocate(100, Space::Device).unwrap())
        .collect();
    for base in bases {
        write(base + 100, 1_u8);
    }
    let found: Vec<usize> = (0..4).map(|_| heap.look_around(4).len()).collect();
    assert_eq!(found, [4, 4, 2, 0]);
}

#[test]
fn addresses_of_the_device_are_told_from_others() {
    let heap = Heap::new(1 << 30);
    let base = heap.allocate(40, Space::Device).unwrap();
    assert!(
        [base, base + 39, base + 40, base + 300, base - 1].map(|it| heap.covers(it)) == [true; 5]
    );
    let local = 0;
    assert!(!heap.covers(&raw const local as usize));
    heap.free(base).unwrap();
    assert!(heap.covers(base), "its addresses are kept");
}

kernels! {
    fn past_shared(_me: u32) {
        let shared = shared_base().cast::<u32>();
        for index in 0..33 {
            shared.add(index).write_volatile(1);
        }
    }
}

#[test]
fn an_overrun_of_shared_memory_is_an_illegal_address() {
    let shape = Grid {
        dynamic_shared: 128,
        ..grid(1, 1)
    };
    let fault = run(&kernel(past_shared), &shape, &mut [0_u32; 1]).unwrap_err();
    assert_eq!(fault.error.name(), "cudaErrorIllegalAddress");
    let enough = Grid {
        dynamic_shared: 132,
        ..grid(1, 1)
    };
    run(&kernel(past_shared), &enough, &mut [0_u32; 1]).unwrap();
}
