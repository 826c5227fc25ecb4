//! Versions, and profiler control.

use super::ffi::{Out, api};

/// The version of the runtime API whose numbers and layouts these are.
const RUNTIME_VERSION: i32 = 13000;

api! {
    plain fn cudaDriverGetVersion(runtime, version: Out<i32>) {
        version.put(runtime.device().properties().driver_version)
    }

    plain fn cudaRuntimeGetVersion(_runtime, version: Out<i32>) {
        version.put(RUNTIME_VERSION)
    }

    // Without a profiler attached these do nothing, as documented.
    plain fn cudaProfilerStart(_runtime) {
        Ok(())
    }

    plain fn cudaProfilerStop(_runtime) {
        Ok(())
    }
}
