//! Launches of clusters, and how many the device holds.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use super::graphs::LaunchAttributeValue;
use super::{Driver, Result, check, out};
use crate::device::{ClusterCount, LaunchConfig};

/// `CU_LAUNCH_ATTRIBUTE_COOPERATIVE`
const COOPERATIVE: c_uint = 2;
/// `CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION`
const CLUSTER_DIMENSION: c_uint = 4;

/// `CUlaunchAttribute`
#[repr(C)]
struct LaunchAttribute {
    id: c_uint,
    pad: [u8; 4],
    value: LaunchAttributeValue,
}

/// `CUlaunchConfig`
#[repr(C)]
pub(super) struct WholeConfig {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared_bytes: c_uint,
    stream: usize,
    attributes: *const LaunchAttribute,
    attribute_count: c_uint,
}

fn attributes(config: &LaunchConfig) -> [LaunchAttribute; 2] {
    let attribute = |id, value| LaunchAttribute {
        id,
        pad: [0; 4],
        value,
    };
    let extents = config.cluster.map(|it| it as c_int);
    [
        attribute(CLUSTER_DIMENSION, LaunchAttributeValue::of(&extents)),
        attribute(
            COOPERATIVE,
            LaunchAttributeValue::of(&[c_int::from(config.cooperative)]),
        ),
    ]
}

fn whole(config: &LaunchConfig, attributes: &[LaunchAttribute], stream: usize) -> WholeConfig {
    WholeConfig {
        grid: config.grid,
        block: config.block,
        shared_bytes: config.dynamic_shared_bytes,
        stream,
        attributes: attributes.as_ptr(),
        attribute_count: attributes.len() as c_uint,
    }
}

impl Driver {
    /// As `launch`, of clusters.
    ///
    /// # Safety
    /// As for `launch`.
    pub(super) unsafe fn launch_clusters(
        &self,
        function: usize,
        config: &LaunchConfig,
        arguments: *const *const c_void,
        stream: usize,
    ) -> Result<()> {
        let attributes = attributes(config);
        let config = whole(config, &attributes, stream);
        let arguments = arguments.cast_mut().cast::<*mut c_void>();
        // SAFETY: the caller's duty; the configuration lives until this returns.
        check(unsafe {
            (self.functions.launch_whole)(&config, function, arguments, ptr::null_mut())
        })
    }

    /// How many clusters the device holds at once, or how large one may be, of launches like this.
    pub(in crate::device::cuda) fn cluster_count(
        &self,
        function: usize,
        config: &LaunchConfig,
        what: ClusterCount,
    ) -> Result<c_int> {
        let attributes = attributes(config);
        // Of the largest cluster the launch does not say a size.
        let given = match what {
            ClusterCount::Active if config.cluster != [0; 3] => &attributes[..1],
            ClusterCount::Active | ClusterCount::LargestBlocks => &[],
        };
        let config = whole(config, given, 0);
        let functions = &self.functions;
        let ask = match what {
            ClusterCount::Active => functions.active_clusters,
            ClusterCount::LargestBlocks => functions.largest_cluster,
        };
        // SAFETY: the function is one of a loaded library (module's contract); the configuration lives until this returns.
        out(|count| unsafe { ask(count, function, &config) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_as_large_as_the_drivers() {
        assert_eq!(size_of::<LaunchAttribute>(), 72);
        assert_eq!(size_of::<WholeConfig>(), 56);
        assert_eq!(std::mem::offset_of!(WholeConfig, stream), 32);
    }
}
