//! The process that runs the user's code. `chevron` starts it; on its own it does nothing.

fn main() -> std::process::ExitCode {
    jit::executor::main()
}
