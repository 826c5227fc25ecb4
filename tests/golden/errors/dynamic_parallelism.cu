//# On a GPU a kernel that launches a kernel is refused, with what to do.
//@ devices = ["cuda"]
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
//? cell 2:1:33: error: kernels that launch kernels (dynamic parallelism) run on the CPU device alone so far: launch from the host, or use `--device cpu`
//?     1 | __global__ void parent() { child<<<1, 1>>>(); }
//?       |                                 ^
child<<<1, 1>>>();
