//! `chevron`: an interactive prompt for CUDA and HIP C++.

fn main() -> std::process::ExitCode {
    repl::main()
}
