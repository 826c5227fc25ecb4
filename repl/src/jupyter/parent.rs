//! A kernel ends with the front end that started it, as Python's does: Jupyter names that process in the environment.

use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Pid, getppid, test_kill_process};

use super::kernel::Kernel;
use crate::settings::JUPYTER_PARENT;
use crate::sys;

/// How often it is looked for.
const GLANCE: Duration = Duration::from_secs(1);

/// Ends the process when its parent vanishes, if that is a front end.
pub fn follow(kernel: Arc<Kernel>) -> std::io::Result<()> {
    let named = JUPYTER_PARENT.value();
    let named = named.and_then(|it| it.to_str()?.parse().ok().and_then(Pid::from_raw));
    let (Some(named), Some(parent)) = (named, getppid()) else {
        return Ok(());
    };
    let follow = move || {
        loop {
            std::thread::sleep(GLANCE);
            let gone = match named == parent {
                true => getppid() != Some(parent),
                // Something between started us, and has ended or become another program.
                false => test_kill_process(named).is_err_and(|it| it == rustix::io::Errno::SRCH),
            };
            if gone {
                kernel.log("the front end has vanished, and the kernel ends with it");
                sys::exit_now(1);
            }
        }
    };
    let thread = std::thread::Builder::new().name("parent".to_owned());
    thread.spawn(follow).map(drop)
}
