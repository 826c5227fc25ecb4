//! `chevron`: an interactive prompt for CUDA and HIP C++.

fn main() -> ! {
    repl::main()
}
