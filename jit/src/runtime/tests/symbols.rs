//! Device variables by symbol.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::symbol::{
    cudaGetSymbolAddress, cudaGetSymbolSize, cudaMemcpyFromSymbol, cudaMemcpyToSymbol,
    cudaMemcpyToSymbolAsync,
};
use super::{SUCCESS, add_one, fails, integers, kernel, launch, ok, on_cpu, out, param};
use crate::modules::{Storages, Variable, add_variable};
use crate::wire::Space;

/// A variable of four integers; gives its symbol.
fn variable() -> *const c_void {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let shadow = ptr::from_ref(Box::leak(Box::new([0i32; 4]))) as usize;
    let symbol = format!("variable.{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let storages = Storages::none(1);
    storages.set(0, integers(4) as u64);
    add_variable(
        0,
        Variable {
            symbol,
            display: "variable".to_owned(),
            space: Space::Device,
            bytes: 16,
            shadow,
            storages,
            init: None,
        },
    );
    shadow as *const c_void
}

#[test]
fn variables_are_written_and_read_by_symbol() {
    on_cpu();
    let symbol = variable();
    let values = [1, 2, 3, 4];
    ok!(cudaMemcpyToSymbol, symbol, values.as_ptr().cast(), 16, 0, 1);
    ok!(
        cudaMemcpyToSymbolAsync,
        symbol,
        values.as_ptr().cast(),
        4,
        12,
        1,
        0
    );
    let mut memory = ptr::null_mut();
    ok!(cudaGetSymbolAddress, out(&mut memory), symbol);
    let add = kernel("add", add_one, &[8]);
    assert_eq!(launch(add, 1, 4, &[param(&memory)], 0), SUCCESS);
    let mut back = [0; 3];
    ok!(
        cudaMemcpyFromSymbol,
        back.as_mut_ptr().cast(),
        symbol,
        12,
        4,
        2
    );
    assert_eq!(back, [3, 4, 2]);
    let mut bytes = 0;
    ok!(cudaGetSymbolSize, out(&mut bytes), symbol);
    assert_eq!(bytes, 16);
}

#[test]
fn what_is_no_symbol_or_beyond_it_is_refused() {
    on_cpu();
    let symbol = variable();
    let values = [0; 8];
    fails!(
        INVALID_VALUE,
        cudaMemcpyToSymbol,
        symbol,
        values.as_ptr().cast(),
        16,
        4,
        1
    );
    fails!(
        INVALID_SYMBOL,
        cudaMemcpyToSymbol,
        values.as_ptr().cast(),
        values.as_ptr().cast(),
        4,
        0,
        1
    );
    fails!(
        INVALID_MEMCPY_DIRECTION,
        cudaMemcpyToSymbol,
        symbol,
        values.as_ptr().cast(),
        4,
        0,
        2
    );
}
