//# A library's `static` functions are its own: those of the session and of another library have the same name.
static __device__ int helper() { return 1; }
__device__ int one() { return helper(); }
%save --lib one.bc
//? note: `one.bc` has 1 function: `one`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
static __device__ int helper() { return 2; }
__device__ int two() { return helper(); }
%save --lib two.bc
//? note: `two.bc` has 1 function: `two`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%reset
static __device__ int helper() { return 3; }
__global__ void three(int *p) { *p = helper(); }
%load one.bc
%load two.bc
__global__ void all(int *p) { *p = 100 * one() + 10 * two() + helper(); }
int *p; cudaMallocManaged(&p, 4); all<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 123
three<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
