//! Where a cell's time went.

use std::fmt::{self, Display};
use std::time::Duration;

use crate::workers::KernelReport;

/// The stages of one cell. Those before `kernels` follow one another; kernels are compiled beside them.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    /// The cell; 0 if it was rejected.
    pub number: u32,
    /// Parsing for host and device, and generating IR.
    pub compile: Duration,
    /// The compiler's own stages, parts of `compile`.
    pub stages: devicecc::cell::Timings,
    /// Cutting the closures, beside what comes after `compile`.
    pub closures: Duration,
    /// Making the host object and the variables' initial bytes.
    pub host: Duration,
    /// Did the host object come from the cache? `None` if the cell has no host code.
    pub host_cached: Option<bool>,
    /// Linking, in the executor.
    pub link: Duration,
    /// Running, devices and waiting for kernels included.
    pub run: Duration,
    /// What sending the cell to the executor and its answer back took, beyond linking and running.
    pub exchange: Duration,
    /// What a GPU's loading of code objects took since the last cell ended, in the executor, beside the rest.
    pub load: Duration,
    /// Kernels of earlier cells that are compiled again because they use what this cell defines anew.
    pub dependents: Vec<String>,
    /// Its kernels.
    pub kernels: Vec<KernelReport>,
}

impl Timings {
    /// True as long as the executor makes code objects of the cell's kernels.
    pub fn assembling(&self) -> bool {
        let mut kernels = self.kernels.iter();
        kernels.any(|kernel| kernel.code_object.is_some() && kernel.assembled.is_none())
    }
}

impl Display for Timings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.compile + self.host + self.link + self.run + self.exchange;
        let cell = if self.number == 0 {
            "rejected cell".to_owned()
        } else {
            format!("cell {}", self.number)
        };
        row(f, "", &cell, total, "")?;
        row(f, "  ", "compile", self.compile, "")?;
        let stages = [
            ("parse, host", self.stages.host_parse_ns),
            ("parse, device", self.stages.device_parse_ns),
            ("IR, host", self.stages.host_ir_ns),
            ("IR, device", self.stages.device_ir_ns),
        ];
        for (name, nanoseconds) in stages
            .into_iter()
            .filter(|(_, nanoseconds)| *nanoseconds > 0)
        {
            row(f, "    ", name, Duration::from_nanos(nanoseconds), "")?;
        }
        if let Some(cached) = self.host_cached {
            row(f, "  ", "host object", self.host, origin(cached))?;
        }
        if self.number != 0 {
            row(f, "  ", "link", self.link, "")?;
            row(f, "  ", "run", self.run, "")?;
        }
        if !self.exchange.is_zero() {
            row(f, "  ", "IPC", self.exchange, "")?;
        }
        if !self.load.is_zero() {
            let about = "of code objects since the last cell; beside the rest";
            row(f, "  ", "load", self.load, about)?;
        }
        if !self.closures.is_zero() {
            row(f, "  ", "closures", self.closures, "beside the rest")?;
        }
        for kernel in &self.kernels {
            kernel_rows(f, kernel)?;
        }
        match self.dependents.as_slice() {
            [] => Ok(()),
            [one] => write!(f, "\n  1 kernel of an earlier cell compiled again: {one}"),
            several => write!(
                f,
                "\n  {} kernels of earlier cells compiled again: {}",
                several.len(),
                several.join(", ")
            ),
        }
    }
}

/// The rows of one kernel.
fn kernel_rows(f: &mut fmt::Formatter<'_>, kernel: &KernelReport) -> fmt::Result {
    let about = match &kernel.result {
        Ok(how) => format!("{}, {how}; beside the rest", origin(kernel.cached)),
        Err(_) => "failed".to_owned(),
    };
    row(
        f,
        "  ",
        &format!("kernel {}", kernel.display),
        kernel.emit,
        &about,
    )?;
    if let Some(text) = kernel.text {
        row(f, "    ", "optimise", kernel.emit.saturating_sub(text), "")?;
        row(f, "    ", "PTX", text, "")?;
    }
    if let Some(assembled) = kernel.assembled {
        let about = match kernel.code_object {
            Some(_) => "the driver's assembler; beside the rest",
            None => "ptxas, which waited for it; beside the rest",
        };
        row(f, "    ", "cubin", assembled, about)?;
    }
    Ok(())
}

fn row(
    f: &mut fmt::Formatter<'_>,
    indent: &str,
    name: &str,
    duration: Duration,
    about: &str,
) -> fmt::Result {
    let line = format!("{indent}{name}");
    let end = if about.is_empty() {
        String::new()
    } else {
        format!("  {about}")
    };
    if indent.is_empty() {
        return write!(
            f,
            "{line:<28} {:>9.3} ms{end}",
            duration.as_secs_f64() * 1e3
        );
    }
    write!(
        f,
        "\n{line:<28} {:>9.3} ms{end}",
        duration.as_secs_f64() * 1e3
    )
}

fn origin(cached: bool) -> &'static str {
    if cached { "from the cache" } else { "compiled" }
}
