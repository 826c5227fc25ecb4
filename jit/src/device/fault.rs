//! Making device faults.

use super::LaunchConfig;
use crate::wire::DeviceFault;

impl DeviceFault {
    /// A fault with the name of an error that no kernel is to blame for, as far as is known; `message` tells people what happened.
    pub(crate) fn of(error: &str, message: impl Into<String>) -> DeviceFault {
        DeviceFault {
            error: error.to_owned(),
            message: message.into(),
            kernel: String::new(),
            grid: [0; 3],
            block: [0; 3],
            block_idx: None,
            thread_idx: None,
            place: None,
        }
    }

    /// The same of a kernel, by the name that people know, that was launched so.
    pub(crate) fn in_kernel(self, display: &str, config: &LaunchConfig) -> DeviceFault {
        DeviceFault {
            kernel: display.to_owned(),
            grid: config.grid,
            block: config.block,
            ..self
        }
    }
}
