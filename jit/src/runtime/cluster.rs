//! Clusters: blocks that run at the same time and reach each other's shared memory. Which launches of them fit, and how many fit at once.

use std::ffi::c_void;

use super::Runtime;
use super::ffi::{In, Out, api};
use super::launch::{launch_attributes, total};
use super::types::LaunchConfiguration;
use crate::device::{ClusterCount, LaunchConfig, LoadedKernel, Result, Status};
use crate::modules::Slot;
use crate::wire::Target;

/// Blocks of a cluster on every device that has clusters, and on this one where a kernel asks for more ("Thread Block Clusters" of CUDA's guide).
pub(super) const PORTABLE_BLOCKS: u64 = 8;
const MOST_BLOCKS: u64 = 16;
/// Compute capability from which devices have clusters.
const CAPABILITY: u32 = 9;

fn in_words([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}

impl Runtime {
    /// Does the device have clusters?
    pub(super) fn has_clusters(&self) -> bool {
        let device = self.device();
        !matches!(device.target(), Target::Hip { .. })
            && device.properties().capability.0 >= CAPABILITY
    }

    fn cluster_blocks_max(&self, slot: &'static Slot) -> u64 {
        match self.allows_large_clusters(slot) {
            true => MOST_BLOCKS,
            false => PORTABLE_BLOCKS,
        }
    }

    /// What is wrong with the clusters of a launch.
    pub(super) fn cluster_misfit(
        &self,
        slot: &'static Slot,
        kernel: &LoadedKernel,
        config: &LaunchConfig,
    ) -> Option<(Status, String)> {
        let cluster = config.cluster_of(kernel)?;
        if !self.has_clusters() {
            let message = "thread block clusters need an NVIDIA GPU of compute capability 9.0, or the CPU device";
            return Some((Status::NOT_SUPPORTED, message.to_owned()));
        }
        let refused = |message: String| Some((Status::INVALID_CLUSTER_SIZE, message));
        if kernel.cluster != [0; 3] && kernel.cluster != cluster {
            return refused(format!(
                "clusters of {} blocks, and the kernel's `__cluster_dims__` are {}",
                in_words(cluster),
                in_words(kernel.cluster)
            ));
        }
        if (0..3).any(|axis| !config.grid[axis].is_multiple_of(cluster[axis])) {
            return refused(format!(
                "grid of {} blocks is not made of whole clusters of {} blocks",
                in_words(config.grid),
                in_words(cluster)
            ));
        }
        let (blocks, most) = (total(&cluster), self.cluster_blocks_max(slot));
        if blocks > most {
            let hint = match most {
                MOST_BLOCKS => "",
                _ => {
                    "; `cudaFuncSetAttribute` with `cudaFuncAttributeNonPortableClusterSizeAllowed` allows 16"
                }
            };
            return refused(format!("cluster of {blocks} blocks exceeds {most}{hint}"));
        }
        if config.cooperative && blocks > 1 && self.device().target() == Target::Host {
            let message =
                "the CPU device runs no cooperative grid of clusters: it takes one or the other";
            return Some((Status::NOT_SUPPORTED, message.to_owned()));
        }
        None
    }

    /// A kernel and the launch of it that an occupancy function is asked about.
    fn asked_of_clusters(
        &self,
        function: *const c_void,
        configuration: In<LaunchConfiguration>,
    ) -> Result<(&'static Slot, std::sync::Arc<LoadedKernel>, LaunchConfig)> {
        let slot = self.slot(function)?;
        let given = configuration.get()?;
        if !self.has_clusters() {
            return Err(Status::NOT_SUPPORTED.into());
        }
        let attributes = In::at(given.attributes).all(given.attribute_count as usize)?;
        let (cooperative, cluster) = launch_attributes(&attributes)?;
        let config = LaunchConfig {
            grid: given.grid.extents(),
            block: given.block.extents(),
            dynamic_shared_bytes: u32::try_from(given.dynamic_smem_bytes).unwrap_or(u32::MAX),
            cooperative,
            cluster,
        };
        Ok((slot, self.optimised(slot)?, config))
    }

    /// Clusters of a launch that the device holds at the same time.
    fn active_clusters(&self, kernel: &LoadedKernel, config: &LaunchConfig) -> Result<i32> {
        let cluster = config
            .cluster_of(kernel)
            .ok_or(Status::INVALID_CLUSTER_SIZE)?;
        let threads = config.block.iter().product::<u32>();
        let bytes = config.dynamic_shared_bytes as usize;
        let of_one = self.occupancy_of(kernel, threads.cast_signed(), bytes)?;
        let all = u64::from(of_one.cast_unsigned())
            * u64::from(self.device().properties().multiprocessors);
        Ok(i32::try_from(all / total(&cluster).max(1)).unwrap_or(i32::MAX))
    }
}

api! {
    call fn cudaOccupancyMaxActiveClusters(
        runtime, clusters: Out<i32>, function: *const c_void, configuration: In<LaunchConfiguration>,
    ) {
        let (slot, kernel, config) = runtime.asked_of_clusters(function, configuration)?;
        if let Some((status, _)) = runtime.cluster_misfit(slot, &kernel, &config) {
            return Err(status.into());
        }
        let told = runtime.device().cluster_count(kernel.id(), &config, ClusterCount::Active);
        clusters.put(match told {
            Some(told) => told?,
            None => runtime.active_clusters(&kernel, &config)?,
        })
    }

    call fn cudaOccupancyMaxPotentialClusterSize(
        runtime, size: Out<i32>, function: *const c_void, configuration: In<LaunchConfiguration>,
    ) {
        let (slot, kernel, config) = runtime.asked_of_clusters(function, configuration)?;
        let told = runtime.device().cluster_count(kernel.id(), &config, ClusterCount::LargestBlocks);
        size.put(match told {
            Some(told) => told?,
            None => runtime.cluster_blocks_max(slot) as i32,
        })
    }
}
