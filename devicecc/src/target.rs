//! This machine, as clang's front end is told about it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use inkwell::targets::TargetMachine;

/// cc1 arguments for the host's CPU: host code may use what it has, and both sides agree on vector ABIs.
pub fn cpu_arguments() -> Vec<String> {
    let name = TargetMachine::get_host_cpu_name();
    let features = TargetMachine::get_host_cpu_features();
    let mut list = vec![
        "-target-cpu".to_owned(),
        name.to_string_lossy().into_owned(),
    ];
    for feature in features
        .to_string_lossy()
        .split(',')
        .filter(|it| !it.is_empty())
    {
        list.extend(["-target-feature".to_owned(), feature.to_owned()]);
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
