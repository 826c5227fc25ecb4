//# For an AMD GPU a kernel that launches a kernel is refused, with what to do.
//@ devices = ["cpu"]
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
%amdgcn parent
//? error: cell 2 cannot be read for gfx942: kernels that launch kernels (dynamic parallelism) run on the CPU device and NVIDIA's GPUs alone: launch from the host, or use `--device cpu`
