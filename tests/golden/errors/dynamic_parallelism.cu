//# A kernel that launches a kernel: the message names what is not there, and no flag of clang's.
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
//? cell 2:1:33: error: kernels that launch kernels (dynamic parallelism) are not in Chevron yet
//?     1 | __global__ void parent() { child<<<1, 1>>>(); }
//?       |                                 ^
child<<<1, 1>>>();
