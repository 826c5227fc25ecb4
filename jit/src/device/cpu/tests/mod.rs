//! The engine against CUDA's rules, with kernels written in Rust to the compiled kernels' ABI.
