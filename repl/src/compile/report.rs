//! What kernels need of a GPU, as a table.

use std::fmt;
use std::path::Path;

use devicecc::cell::Kernel;
use devicecc::emit::AmdResources;
use jit_api::wire::KernelImage;

use crate::render::aligned;

/// The columns' heads.
const HEADS: [&str; 6] = [
    "file",
    "kernel",
    "registers",
    "shared bytes",
    "local bytes",
    "lanes",
];

/// Where the shared memory stands in a row.
const SHARED: usize = 3;

/// What is not known, because no assembler was there to tell.
const UNKNOWN: &str = "-";

/// What one kernel needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs([String; HEADS.len()]);

impl Needs {
    /// Of a kernel in a code object for AMD GPUs.
    pub fn of_amd(
        file: &Path,
        kernel: &str,
        architecture: &str,
        found: Option<&AmdResources>,
    ) -> Needs {
        let Some(it) = found else {
            return Needs::unknown(file, kernel, architecture);
        };
        let spilled = match it.spilled {
            0 => String::new(),
            count => format!(", {count} spilled"),
        };
        Needs([
            file.display().to_string(),
            kernel.to_owned(),
            format!("{} vector, {} scalar{spilled}", it.vgprs, it.sgprs),
            it.lds_bytes.to_string(),
            it.scratch_bytes.to_string(),
            it.wavefront.to_string(),
        ])
    }

    /// Of a kernel for NVIDIA GPUs; `said` is what `ptxas -v` has told.
    pub fn of_nvidia(
        file: &Path,
        kernel: &Kernel,
        architecture: &str,
        said: Option<&str>,
    ) -> Needs {
        let entry = format!("entry function '{}'", kernel.symbol);
        let about = said.and_then(|said| said.split_once(&entry));
        let Some((_, about)) = about else {
            return Needs::unknown(file, &kernel.display, architecture);
        };
        let about = about.split("entry function").next().unwrap_or(about);
        let before = |word: &str| {
            let (text, _) = about.split_once(word)?;
            let number = text.split_whitespace().next_back()?;
            number.parse::<u64>().ok()
        };
        let text = |number: Option<u64>| number.unwrap_or(0).to_string();
        Needs([
            file.display().to_string(),
            kernel.display.clone(),
            text(before(" registers")),
            text(before(" bytes smem")),
            text(before(" bytes stack frame")),
            "32".to_owned(),
        ])
    }

    /// Of a kernel for the CPU device, which has no registers to run out of.
    pub fn of_cpu(file: &Path, kernel: &KernelImage) -> Needs {
        let mut known = Needs::unknown(file, &kernel.display, "cpu");
        known.0[SHARED] = kernel.shared_bytes.to_string();
        known
    }

    fn unknown(file: &Path, kernel: &str, architecture: &str) -> Needs {
        let lanes = match architecture.starts_with("sm_") {
            true => "32",
            false => UNKNOWN,
        };
        let texts = [
            &file.display().to_string(),
            kernel,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN,
            lanes,
        ];
        Needs(texts.map(str::to_owned))
    }
}

/// A row a kernel.
#[derive(Clone, Debug, Default)]
pub struct Table(Vec<Needs>);

impl Table {
    /// Adds rows.
    pub fn add(&mut self, needs: &[Needs]) {
        self.0.extend_from_slice(needs);
    }

    /// Has it no row?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = std::iter::once(HEADS.map(str::to_owned));
        let rows: Vec<_> = rows.chain(self.0.iter().map(|it| it.0.clone())).collect();
        f.write_str(&aligned(&rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assemblers_words_are_read_for_each_kernel() {
        let said = "ptxas info    : Compiling entry function 'a' for 'sm_90'\n\
            ptxas info    : Function properties for a\n    0 bytes stack frame, 0 bytes spill stores\n\
            ptxas info    : Used 12 registers, 512 bytes smem, 368 bytes cmem[0]\n\
            ptxas info    : Compiling entry function 'b' for 'sm_90'\n\
            ptxas info    : Function properties for b\n    24 bytes stack frame, 0 bytes spill stores\n\
            ptxas info    : Used 40 registers\n";
        let kernel = |name: &str| Kernel {
            symbol: name.to_owned(),
            display: name.to_owned(),
            closure: devicecc::cell::Closure {
                bitcode: Vec::new(),
                variables: Vec::new(),
                sites: Vec::new(),
            },
            param_bytes: Vec::new(),
            max_threads: 0,
            cell: 1,
            recompiled: false,
            cluster: [0; 3],
            functions: Vec::new(),
        };
        let of =
            |name: &str| Needs::of_nvidia(Path::new("f"), &kernel(name), "sm_90", Some(said)).0;
        assert_eq!(of("a")[2..], ["12", "512", "0", "32"]);
        assert_eq!(of("b")[2..], ["40", "0", "24", "32"]);
        assert_eq!(of("c")[2..], ["-", "-", "-", "32"]);
    }

    #[test]
    fn columns_are_as_wide_as_what_they_hold() {
        let mut table = Table::default();
        assert!(table.is_empty());
        table.add(&[Needs::unknown(
            Path::new("a.gfx942.hsaco"),
            "scale<float>",
            "gfx942",
        )]);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0].find("kernel"), lines[1].find("scale<float>"));
    }
}
