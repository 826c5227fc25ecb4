//! Is the border the same on both sides? The shim tells its structs' sizes and offsets and its enums' numbers; here they are compared with ours.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::mem::{offset_of, size_of};

use super::numbers;
use crate::sys;

/// Of each struct its name in the shim, its size, and the offsets of its fields.
macro_rules! structs {
    ($($name:literal: $kind:ident { $($field:ident $(= $other:literal)?),* $(,)? })*) => {
        [$(
            ($name.to_owned(), size_of::<sys::$kind>()),
            $((
                format!("{}.{}", $name, structs!(@name $field $($other)?)),
                offset_of!(sys::$kind, $field),
            ),)*
        )*]
    };
    (@name $field:ident $other:literal) => { $other };
    (@name $field:ident) => { stringify!($field) };
}

fn ours() -> BTreeMap<String, usize> {
    let mut all = BTreeMap::from(structs! {
        "chv_span": Span { data, size }
        "chv_list": List { items, count }
        "chv_header": Header { path, contents }
        "chv_options": Options { headers, header_count, arguments, preamble, precompiled, color, unit }
        "chv_use": Use { name, signature, cell, is_macro }
        "chv_item": Item { kind, name, signature, symbol, uses, use_count, types, type_count, only_declared }
        "chv_old_type": OldType { variable, type_name = "type", cell, newer }
        "chv_site": Site { source, primitive, line, column }
        "chv_kernel": Kernel { symbol, display, bitcode, variables, sites, site_count, param_bytes, param_count, max_threads, cell, recompiled, cluster, functions }
        "chv_definition": Definition { symbol, fresh }
        "chv_replaced": Replaced { name, signature, by, cell, followed, built_in, gone_from }
        "chv_variable": Variable { symbol, display, init, space, bytes, align }
        "chv_diagnostic": Diagnostic { severity, message, source, line, column, complaint }
        "chv_cell": Cell { status, rendered, everything, diagnostics, diagnostic_count, host_bitcode, host_unique, host_optimize, has_main, main_type, runs, stubs_only, value_type, only_looks, items, item_count, kernels, kernel_count, variables, variable_count, thunks, definitions, definition_count, replaced, replaced_count, undefined_macros, undefined_macro_count, old_types, old_type_count, footprint, refers, refer_count, host_parse_ns, device_parse_ns, host_ir_ns, device_ir_ns, closure_ns }
        "chv_place": Place { section, offset }
        "chv_frame": Frame { function, file, line, place }
        "chv_frames": Frames { frames, frame_count }
    });
    add(&mut all, "CellResult", &numbers::STATUSES);
    add(&mut all, "Footprint", &numbers::FOOTPRINTS);
    add(&mut all, "BuiltIn", &numbers::BUILT_INS);
    add(&mut all, "ItemKind", &numbers::ITEM_KINDS);
    add(&mut all, "Complaint", &numbers::COMPLAINTS);
    all
}

fn add<T: Debug>(all: &mut BTreeMap<String, usize>, name: &str, values: &[T]) {
    for (number, value) in values.iter().enumerate() {
        all.insert(format!("{name}::{value:?}"), number);
    }
}

fn theirs() -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for index in 0.. {
        let mut name = sys::Span::new(&[]);
        // SAFETY: `name` is written by the call; the text behind it is a constant of the shim's.
        let (value, name) = unsafe {
            let value = sys::chv_layout(index, &raw mut name);
            (value, name.text())
        };
        if name.is_empty() {
            break;
        }
        all.insert(name, value);
    }
    all
}

#[test]
fn both_sides_of_the_border_are_laid_out_alike() {
    assert_eq!(ours(), theirs());
}
