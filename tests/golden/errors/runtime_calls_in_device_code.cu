//# Calls of the runtime that CUDA has in device code belong to dynamic parallelism: one message each.
//@ devices = ["cuda"]
//@ expected_failures = { toolkit = "a toolkit's headers declare these calls for devices, and the driver's linker misses them" }
__global__ void grow(int **p) { cudaMalloc(p, 64); }
//? cell 1:1:33: error: `cudaMalloc` in device code (dynamic parallelism) is on the CPU device alone so far: call it on the host, or use `--device cpu`
//?     1 | __global__ void grow(int **p) { cudaMalloc(p, 64); }
//?       |                                 ^~~~~~~~~~
__device__ void clean(int *p) { cudaMemsetAsync(p, 0, 4, nullptr); cudaFree(p); }
//? cell 1:1:33: error: `cudaMemsetAsync` in device code (dynamic parallelism) is on the CPU device alone so far: call it on the host, or use `--device cpu`
//?     1 | __device__ void clean(int *p) { cudaMemsetAsync(p, 0, 4, nullptr); cudaFree(p); }
//?       |                                 ^~~~~~~~~~~~~~~
//? cell 1:1:68: error: `cudaFree` in device code (dynamic parallelism) is on the CPU device alone so far: call it on the host, or use `--device cpu`
//?     1 | __device__ void clean(int *p) { cudaMemsetAsync(p, 0, 4, nullptr); cudaFree(p); }
//?       |                                                                    ^~~~~~~~
__global__ void wait() { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }
//? cell 1:1:42: error: `cudaStreamCreateWithFlags` in device code (dynamic parallelism) is on the CPU device alone so far: call it on the host, or use `--device cpu`
//?     1 | __global__ void wait() { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }
//?       |                                          ^~~~~~~~~~~~~~~~~~~~~~~~~
// On the host they are what they were, and wrong arguments are told as such.
int *p; cudaMalloc(&p, 64); cudaFree(p);
