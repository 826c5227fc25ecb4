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
    list.extend(cpu_arguments("-target-cpu"));
    list
}

/// cc1 arguments that describe the host's CPU: host code may use what it has, and both sides agree on vector ABIs.
///
/// It is named by its x86-64 level, because clang writes a CPU's features into every function, and one by one they are 150.
pub fn cpu_arguments(cpu: &str) -> [String; 2] {
    let features = TargetMachine::get_host_cpu_features();
    let features = features.to_string_lossy();
    [cpu.to_owned(), cpu_level(&features).to_owned()]
}

/// The highest level of the x86-64 psABI (chapter 3.1.1) that a CPU with these features has, as clang calls it.
fn cpu_level(features: &str) -> &'static str {
    let has = |list: &str| {
        list.split(' ').all(|name| {
            features
                .split(',')
                .any(|it| it.strip_prefix('+') == Some(name))
        })
    };
    match () {
        () if !has("cx16 sahf popcnt sse3 sse4.1 sse4.2 ssse3") => "x86-64",
        () if !has("avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave") => "x86-64-v2",
        () if !has("avx512f avx512bw avx512cd avx512dq avx512vl") => "x86-64-v3",
        () => "x86-64-v4",
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_cumulative() {
        let second = "+cx16,+sahf,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3";
        let fourth = "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl";
        assert_eq!(cpu_level("+sse2,-sse3"), "x86-64");
        assert_eq!(cpu_level(second), "x86-64-v2");
        assert_eq!(cpu_level(&format!("{second},{fourth},-avx2")), "x86-64-v2");
        let third = format!("{second},+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave");
        assert_eq!(cpu_level(&third), "x86-64-v3");
        assert_eq!(cpu_level(&format!("{third},{fourth}")), "x86-64-v4");
    }
}
