//! What PTX may leave undefined: functions that NVIDIA's driver has by name, and the dynamic shared array.

use inkwell::module::Module;

use super::variables::SHARED;
use crate::emit::ir::{self, Value};
use crate::emit::shared::{addressed, missing};
use crate::error::bail_mendable;

/// CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation".
const DRIVER: [&[u8]; 4] = [b"vprintf", b"__assertfail", b"malloc", b"free"];

/// Calls of CUDA's device runtime that only the CPU device has, by their primitives (`chevron/device_runtime_nvptx.h`).
const ABSENT: [(&[u8], &str); 3] = [
    (b"__chv_runtime_function", "`cudaFuncGetAttributes`"),
    (
        b"__chv_runtime_occupancy",
        "`cudaOccupancyMaxActiveBlocksPerMultiprocessor`",
    ),
    (
        b"__chv_sync_children",
        "`cudaDeviceSynchronize` (CUDA 12 took it away)",
    ),
];

/// What kernels launch others by. In a session it is a device variable, which the executor has.
const LAUNCH_QUEUE: &[u8] = b"__chv_launches";

/// Checks that all the module uses is defined in it, or by the driver.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined, or one that GPUs do not have.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    let used = |name: &[u8]| {
        let mut functions = ir::functions(module).into_iter();
        functions.any(|it| it.is_declaration() && it.is_live() && it.name() == name)
    };
    if let Some((_, word)) = ABSENT.iter().find(|(name, _)| used(name)) {
        bail_mendable!(
            "{word} in device code is on the CPU device alone: call it on the host, or use `--device cpu`"
        );
    }
    let has_queue = |it: &Value<'_>| it.is_declaration() && it.name().ends_with(LAUNCH_QUEUE);
    if ir::globals(module).iter().any(has_queue) {
        bail_mendable!(
            "kernels that launch kernels are for sessions and programs on their device alone, not for files of code: use `--device cpu`, or launch from the host"
        );
    }
    addressed::drop_undefined(module, is_known);
    missing::check(module, is_known)
}

fn is_known(symbol: Value<'_>) -> bool {
    match symbol.is_function() {
        true => symbol.is_intrinsic() || DRIVER.contains(&symbol.name()),
        false => symbol.ty().address_space() == SHARED,
    }
}
