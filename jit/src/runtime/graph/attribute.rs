//! Attributes of kernel nodes.

use super::super::Runtime;
use super::super::ffi::{In, Out, api};
use super::super::handles::Handle;
use super::super::operation::Operation;
use super::super::types::LaunchAttributeValue;
use crate::device::{Result, Status};

/// `cudaLaunchAttributeCooperative`
const COOPERATIVE: i32 = 2;
/// `cudaLaunchAttributeClusterDimension`
const CLUSTER_DIMENSION: i32 = 4;

/// Attributes that were set, by `cudaLaunchAttributeID`.
pub(super) type Attributes = Vec<(i32, LaunchAttributeValue)>;

/// What kernel nodes have: access policy, cooperative, clusters, priority, memory domains.
fn known(attribute: i32) -> Result<()> {
    if matches!(attribute, 1 | COOPERATIVE | CLUSTER_DIMENSION | 8 | 9 | 10) {
        Ok(())
    } else {
        Err(Status::INVALID_VALUE.into())
    }
}

impl Runtime {
    fn node_attribute(&self, node: Handle, attribute: i32) -> Result<LaunchAttributeValue> {
        known(attribute)?;
        let book = self.graphs().book();
        let node = book.node(node)?;
        let Operation::Kernel(kernel) = &node.operation else {
            return Err(Status::INVALID_VALUE.into());
        };
        if attribute == COOPERATIVE {
            return Ok(LaunchAttributeValue::of_integer(i32::from(
                kernel.config.cooperative,
            )));
        }
        if attribute == CLUSTER_DIMENSION {
            let extents = kernel.config.cluster.map(u32::cast_signed);
            return Ok(LaunchAttributeValue::of_integers(extents));
        }
        let set = node.attributes.iter().find(|(id, _)| *id == attribute);
        Ok(set.map(|(_, value)| *value).unwrap_or_default())
    }

    fn set_node_attribute(
        &self,
        node: Handle,
        attribute: i32,
        value: LaunchAttributeValue,
    ) -> Result<()> {
        known(attribute)?;
        let mut book = self.graphs().book();
        let node = book.change_node(node)?;
        let Operation::Kernel(kernel) = &mut node.operation else {
            return Err(Status::INVALID_VALUE.into());
        };
        if attribute == COOPERATIVE {
            kernel.config.cooperative = value.integers()[0] != 0;
            return Ok(());
        }
        if attribute == CLUSTER_DIMENSION {
            let [x, y, z, _] = value.integers();
            // Zeros: as the kernel says.
            if [x, y, z] != [0; 3] && (x < 1 || y < 1 || z < 1) {
                return Err(Status::INVALID_CLUSTER_SIZE.into());
            }
            kernel.config.cluster = [x, y, z].map(i32::cast_unsigned);
            return Ok(());
        }
        node.attributes.retain(|(id, _)| *id != attribute);
        node.attributes.push((attribute, value));
        Ok(())
    }
}

api! {
    call fn cudaGraphKernelNodeCopyAttributes(runtime, target: Handle, source: Handle) {
        for attribute in [1, COOPERATIVE, CLUSTER_DIMENSION, 8, 9, 10] {
            let value = runtime.node_attribute(source, attribute)?;
            runtime.set_node_attribute(target, attribute, value)?;
        }
        Ok(())
    }

    call fn cudaGraphKernelNodeGetAttribute(
        runtime, node: Handle, attribute: i32, value: Out<LaunchAttributeValue>,
    ) {
        value.put(runtime.node_attribute(node, attribute)?)
    }

    call fn cudaGraphKernelNodeSetAttribute(
        runtime, node: Handle, attribute: i32, value: In<LaunchAttributeValue>,
    ) {
        runtime.set_node_attribute(node, attribute, value.get()?)
    }
}
