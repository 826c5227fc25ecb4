//! What the shim gives back of a cell, copied into values of ours.

use std::slice;

use anyhow::anyhow;

use super::numbers::{self, Status, of_number};
use crate::cell::{
    Cell, Closure, Definition, Diagnostic, HostModule, Item, Kept, Kernel, OldType, Rejected,
    Replaced, Site, Timings, Use, Variable,
};
use crate::stop::Interrupted;
use crate::sys;

/// # Safety
/// `data` must point to `count` initialised values that stay for `'a`, or `count` be 0.
pub(super) unsafe fn view<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's duty.
    unsafe { slice::from_raw_parts(data, count) }
}

/// What `read` makes of each of the values.
///
/// # Safety
/// As for `view`, for as long as this runs.
pub(super) unsafe fn read_all<T, Made>(
    data: *const T,
    count: usize,
    read: impl FnMut(&T) -> Made,
) -> Vec<Made> {
    // SAFETY: the caller's duty.
    unsafe { view(data, count) }.iter().map(read).collect()
}

/// The type of a cell's value, and what becomes of it: lines of `showValue` of the shim.
fn read_value(lines: &str, serial: u32) -> (Option<String>, Option<Kept>) {
    let mut lines = lines.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default().to_owned();
    let (value_type, type_name, why) = (line(), line(), line());
    if value_type.is_empty() {
        return (None, None);
    }
    let kept = match type_name.is_empty() {
        true => Kept::Not { why },
        false => Kept::As { serial, type_name },
    };
    (Some(value_type), Some(kept))
}

/// # Safety
/// `raw` must be a live result of `chv_compile`.
pub(super) unsafe fn read_cell(
    raw: &sys::Cell,
    number: u32,
    serial: u32,
) -> anyhow::Result<Result<Cell, Rejected>> {
    // SAFETY: every span and array below belongs to the live result.
    unsafe {
        let rendered = raw.rendered.text();
        let diagnostics = read_all(raw.diagnostics, raw.diagnostic_count, |it| {
            read_diagnostic(it)
        });
        match of_number(&numbers::STATUSES, raw.status) {
            Status::Committed => {}
            Status::Rejected => {
                return Ok(Err(Rejected {
                    diagnostics,
                    rendered,
                    everything: raw.everything.text(),
                }));
            }
            Status::Failed => return Err(anyhow!(rendered)),
            Status::Stopped => return Err(Interrupted.into()),
        }
        let (value_type, kept) = read_value(&raw.value_type.text(), serial);
        Ok(Ok(Cell {
            number,
            items: read_all(raw.items, raw.item_count, |it| read_item(it)),
            host: read_host(raw),
            kernels: read_all(raw.kernels, raw.kernel_count, |it| read_kernel(it)),
            variables: read_all(raw.variables, raw.variable_count, |it| read_variable(it)),
            thunks: raw
                .thunks
                .as_ref()
                .map(|it| read_kernel(it))
                .into_iter()
                .collect(),
            definitions: read_all(raw.definitions, raw.definition_count, |it| Definition {
                symbol: it.symbol.text(),
                fresh: it.fresh != 0,
            }),
            replaced: read_all(raw.replaced, raw.replaced_count, |it| read_replaced(it)),
            undefined_macros: read_all(raw.undefined_macros, raw.undefined_macro_count, |it| {
                it.text()
            }),
            old_types: read_all(raw.old_types, raw.old_type_count, |it| OldType {
                variable: it.variable.text(),
                type_name: it.type_name.text(),
                cell: it.cell,
                newer: it.newer,
            }),
            value_type,
            kept,
            only_looks: raw.only_looks != 0,
            main_type: (raw.has_main != 0).then(|| raw.main_type.text()),
            runs: raw.runs != 0,
            stubs_only: raw.stubs_only != 0,
            footprint: of_number(&numbers::FOOTPRINTS, raw.footprint),
            refers: view(raw.refers, raw.refer_count).to_vec(),
            warnings: rendered,
            timings: read_timings(raw),
        }))
    }
}

/// The module of its host code, if it has any.
///
/// # Safety
/// The spans of `raw` must be live.
unsafe fn read_host(raw: &sys::Cell) -> Option<HostModule> {
    // SAFETY: the caller vouches for the span.
    let bitcode = unsafe { raw.host_bitcode.bytes() };
    (!bitcode.is_empty()).then(|| HostModule {
        bitcode: bitcode.to_vec(),
        unique: raw.host_unique != 0,
        optimize: raw.host_optimize != 0,
    })
}

fn read_timings(raw: &sys::Cell) -> Timings {
    Timings {
        host_parse_ns: raw.host_parse_ns,
        device_parse_ns: raw.device_parse_ns,
        host_ir_ns: raw.host_ir_ns,
        device_ir_ns: raw.device_ir_ns,
        closure_ns: raw.closure_ns,
    }
}

/// # Safety
/// The spans of `raw` must be live.
unsafe fn read_replaced(raw: &sys::Replaced) -> Replaced {
    // SAFETY: the caller vouches for the spans.
    let (name, signature, by, gone_from) = unsafe {
        (
            raw.name.text(),
            raw.signature.text(),
            raw.by.text(),
            raw.gone_from.text(),
        )
    };
    Replaced {
        name,
        signature,
        by,
        cell: raw.cell,
        followed: raw.followed != 0,
        built_in: of_number(&numbers::BUILT_INS, raw.built_in),
        gone_from: (!gone_from.is_empty()).then_some(gone_from),
    }
}

/// # Safety
/// The spans of `raw` must be live.
unsafe fn read_item(raw: &sys::Item) -> Item {
    // SAFETY: the caller's duty.
    unsafe {
        Item {
            kind: of_number(&numbers::ITEM_KINDS, raw.kind),
            name: raw.name.text(),
            signature: raw.signature.text(),
            symbol: raw.symbol.text(),
            uses: read_uses(raw.uses, raw.use_count),
            types: read_uses(raw.types, raw.type_count),
            only_declared: raw.only_declared != 0,
        }
    }
}

/// # Safety
/// `data` must point to `count` live elements, their spans too.
unsafe fn read_uses(data: *const sys::Use, count: usize) -> Vec<Use> {
    // SAFETY: the caller's duty.
    unsafe {
        read_all(data, count, |it| Use {
            name: it.name.text(),
            signature: it.signature.text(),
            cell: it.cell,
            is_macro: it.is_macro != 0,
        })
    }
}

/// # Safety
/// The spans of `raw` must be live.
unsafe fn read_diagnostic(raw: &sys::Diagnostic) -> Diagnostic {
    // SAFETY: the caller's duty.
    unsafe {
        Diagnostic {
            severity: of_number(&numbers::SEVERITIES, raw.severity),
            complaint: of_number(&numbers::COMPLAINTS, raw.complaint),
            message: raw.message.text(),
            source: raw.source.text(),
            line: raw.line,
            column: raw.column,
        }
    }
}

/// The kernels of a result, and how long cutting their closures took in nanoseconds.
///
/// # Safety
/// `result` must be live; it is freed here.
pub(super) unsafe fn take_kernels(result: *mut sys::Cell) -> (Vec<Kernel>, u64) {
    // SAFETY: the caller's duty; it is freed once, after all was copied from it.
    unsafe {
        let kernels = read_all((*result).kernels, (*result).kernel_count, |it| {
            read_kernel(it)
        });
        let nanoseconds = (*result).closure_ns;
        sys::chv_cell_free(result);
        (kernels, nanoseconds)
    }
}

/// # Safety
/// The spans and arrays of `raw` must be live.
unsafe fn read_kernel(raw: &sys::Kernel) -> Kernel {
    // SAFETY: the caller's duty.
    unsafe {
        let sites = read_all(raw.sites, raw.site_count, |it| Site {
            source: it.source.text(),
            line: it.line,
            column: it.column,
            primitive: it.primitive.text(),
        });
        let variables = read_all(raw.variables.items, raw.variables.count, |it| it.text());
        Kernel {
            symbol: raw.symbol.text(),
            display: raw.display.text(),
            closure: Closure {
                bitcode: raw.bitcode.bytes().to_vec(),
                variables,
                sites,
            },
            param_bytes: view(raw.param_bytes, raw.param_count).to_vec(),
            max_threads: raw.max_threads,
            cell: raw.cell,
            recompiled: raw.recompiled != 0,
            cluster: raw.cluster,
            functions: read_all(raw.functions.items, raw.functions.count, |it| it.text()),
        }
    }
}

/// # Safety
/// The spans of `raw` must be live.
unsafe fn read_variable(raw: &sys::Variable) -> Variable {
    // SAFETY: the caller's duty.
    let init = unsafe { raw.init.bytes() };
    Variable {
        // SAFETY: the caller's duty.
        symbol: unsafe { raw.symbol.text() },
        // SAFETY: the caller's duty.
        display: unsafe { raw.display.text() },
        space: of_number(&numbers::SPACES, raw.space),
        bytes: raw.bytes,
        align: raw.align,
        init: (!init.is_empty()).then(|| init.to_vec()),
    }
}
