//! Faults and ends of processes in words.

use jit_api::client::{CrashReport, Death};
use jit_api::wire::DeviceFault;

pub(super) fn triple([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}

/// `killed by SIGSEGV (write to a null pointer), in a thread that cell 3 started`
pub(super) fn how(death: &Death, report: Option<&CrashReport>) -> String {
    let cause = report.and_then(|report| report.cause.as_ref());
    let mut text = match (death.signal_name(), cause) {
        (Some(signal), Some(cause)) => format!("killed by {signal} ({cause})"),
        (None, Some(cause)) if matches!(death, Death::Exit(_)) => cause.to_string(),
        _ => death.to_string(),
    };
    let Some(report) = report else { return text };
    text += &match report.thread_of {
        _ if report.in_host_function => ", in a host function of a stream".to_owned(),
        _ if report.in_cell_thread => String::new(),
        Some(cell) => format!(", in a thread that cell {cell} started"),
        None => ", in a thread of the runtime or a library".to_owned(),
    };
    text
}

/// `cell 4: kernel `k` <<<(1,1,1), (32,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (3,0,0)`, then the message.
pub(super) fn fault_text(of: &str, fault: &DeviceFault) -> String {
    let mut text = format!("{of}: ");
    if !fault.kernel.is_empty() {
        text += &format!("kernel `{}`", fault.kernel);
        // Of several launches it may not be known which one it was.
        if fault.grid != [0; 3] {
            text += &format!(" <<<{}, {}>>>", triple(fault.grid), triple(fault.block));
        }
        text += ": ";
    }
    text += &fault.error;
    match (fault.block_idx, fault.thread_idx) {
        (Some(block), Some(thread)) => {
            text += &format!(" at block {}, thread {}", triple(block), triple(thread))
        }
        (Some(block), None) => text += &format!(" at block {}", triple(block)),
        _ => {}
    }
    for line in fault.message.lines() {
        text += &format!("\n  {line}");
    }
    text
}
