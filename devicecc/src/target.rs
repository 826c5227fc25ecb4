//! This machine, as clang's front end is told about it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use inkwell::targets::TargetMachine;

/// The triple of host code, and of kernels on the CPU device.
pub const HOST_TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// cc1 arguments for code that runs on this machine's CPU.
pub fn host_arguments() -> Vec<String> {
    let mut list: Vec<String> = [
        "-mrelocation-model",
        "pic",
        "-pic-level",
        "2",
        "-funwind-tables=2",
    ]
    .map(str::to_owned)
    .into();
    list.extend(cpu_arguments("-target-cpu", "-target-feature"));
    list
}

/// cc1 arguments that describe the host's CPU: host code may use what it has, and both sides agree on vector ABIs.
pub fn cpu_arguments(cpu: &str, feature: &str) -> Vec<String> {
    let name = TargetMachine::get_host_cpu_name();
    let features = TargetMachine::get_host_cpu_features();
    let mut list = vec![cpu.to_owned(), name.to_string_lossy().into_owned()];
    for item in features
        .to_string_lossy()
        .split(',')
        .filter(|it| !it.is_empty())
    {
        list.extend([feature.to_owned(), item.to_owned()]);
    }
    list
}

/// Identity, size and time of a file or directory; `absent` if there is none.
pub fn file_stamp(path: &Path) -> String {
    match fs::metadata(path) {
        Ok(it) => format!(
            "{} {} {} {}.{}",
            it.dev(),
            it.ino(),
            it.size(),
            it.mtime(),
            it.mtime_nsec()
        ),
        Err(_) => "absent".to_owned(),
    }
}
