//! The queue that kernels of GPUs write what they launch to: a device variable of the session that no cell defines (docs/dynamic-parallelism.md).

use std::sync::Mutex;

use super::manager::Modules;
use super::variable::{add_variable, variable_named};
use crate::lock::lock;
use crate::wire::{KernelImage, Space, VariableImage};

/// Its symbol among the variables of a kernel (`chevron/device_runtime_nvptx.h`).
pub(crate) const LAUNCH_QUEUE: &str = "__chv_launches";

/// Its size: room for 50,000 launches of a kernel with a few parameters.
pub(crate) const LAUNCH_QUEUE_BYTES: usize = 8 << 20;

/// The cell that it belongs to: one before all others, which is never taken back.
const CELL: u32 = 0;

/// Kernels are loaded on several threads.
static MAKING: Mutex<()> = Mutex::new(());

/// May the kernel launch others?
pub(super) fn launches(image: &KernelImage) -> bool {
    !image.table.is_empty() && image.variables.iter().any(|it| it == LAUNCH_QUEUE)
}

impl Modules {
    /// Makes the queue, unless it is there. The error is for people.
    pub(super) fn make_launch_queue(&self) -> Result<(), String> {
        let _alone = lock(&MAKING);
        if variable_named(LAUNCH_QUEUE).is_some() {
            return Ok(());
        }
        let image = VariableImage {
            symbol: LAUNCH_QUEUE.to_owned(),
            display: "queue of what kernels launch".to_owned(),
            space: Space::Device,
            bytes: LAUNCH_QUEUE_BYTES as u64,
            align: 16,
            init: None,
            init_symbol: String::new(),
        };
        let (variables, _) = self.create_variables(&[&image], &[])?.take();
        for variable in variables {
            add_variable(CELL, variable);
        }
        Ok(())
    }
}
