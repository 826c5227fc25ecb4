//# LLVM cannot translate a kernel and gives up: the launch says so, other kernels and the session go on.
//@ devices = ["cpu"]
__device__ void barrier() __asm__("llvm.amdgcn.s.barrier");
__global__ void bad(int *p) { barrier(); *p = 1; }
__global__ void good(int *p) { *p = 2; }
int *p; cudaMallocManaged(&p, sizeof(int)); good<<<1, 1>>>(p);
*p
//= (int) 2
bad<<<1, 1>>>(p);
//? error: cell 6: kernel `bad` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   emission of the object: LLVM crashed on it: Cannot select: intrinsic %llvm.amdgcn.s.barrier
__global__ void bad(int *p) { *p = 3; }
bad<<<1, 1>>>(p);
*p
//= (int) 3
