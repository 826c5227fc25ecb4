//# `--faults full`: a fault names block, threads and lines, those of inlined functions too; of a warp that has ended meanwhile the line; of several kernels the one to blame.
//@ devices = ["cuda"]
//@ flags = ["--faults", "full"]
__device__ int load(const int *p) {
  return *p;
}
__global__ void reads(int *p, const int *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = load(i == 70 ? q : p + i);
}
__global__ void writes(int *p) { *p = 1; }
__device__ __noinline__ int deep(int *p, int n) { return n == 0 ? *p : deep(p, n - 1) + 1; }
__global__ void calls(int *p, int *q) { *p = deep(q, 2); }
__global__ void stops(int at) {
  if (threadIdx.x == at)
    asm("trap;");
}
int *p; cudaMalloc(&p, 1024);
reads<<<2, 64>>>(p, (int *)16);
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 8: kernel `reads` <<<(2,1,1), (64,1,1)>>>: cudaErrorIllegalAddress at block (1,0,0)
//?   an illegal memory access was encountered, by a thread from (0,0,0) to (31,0,0)
//?   at cell 1:2 in `load`
//?   at cell 2:3 in `reads`
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
int *p; cudaMalloc(&p, 1024);
reads<<<2, 64>>>(p, p); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
reads<<<2, 64>>>(p, p); writes<<<1, 1>>>((int *)64); reads<<<2, 64>>>(p, p);
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 11: kernel `writes`: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//?   at cell 3:1 in `writes`
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
int *p; cudaMalloc(&p, 1024); calls<<<1, 1>>>(p, (int *)16);
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 12: kernel `calls` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   an illegal memory access was encountered
//?   at cell 4:1 in `deep`
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
stops<<<1, 64>>>(3);
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 13: kernel `stops` <<<(1,1,1), (64,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (3,0,0)
//?   unspecified launch failure
//?   at cell 6:3 in `stops`
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
%faults
//= faults is full
%faults brief
writes<<<1, 1>>>((int *)64);
//? Starting GPU coredump generation, set the CUDA_COREDUMP_SHOW_PROGRESS environment variable to 1 to enable more detailed output
//? error: cell 14: kernel `writes` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//?   at cell 3:1 in `writes`
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
writes<<<1, 1>>>((int *)64);
//? error: cell 15: kernel `writes` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress
//?   an illegal memory access was encountered
//? note: a new executor runs with all definitions; the values of these variables are lost: `p`
