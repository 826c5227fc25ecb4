//! Sessions on AMD GPUs, over a stand-in for AMD's HIP runtime that writes down what it is asked: kernels are compiled, loaded and launched, and do nothing. And what
//! is said where the real library finds no GPU.

mod calls;
mod failures;
mod machines;
mod session;
