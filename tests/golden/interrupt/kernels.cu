//# Kernels that never end are stopped: loops without a barrier, spins on memory, fibers that meet at barriers and warp operations; of one block and of many. Memory keeps what is in it.
//@ devices = ["cpu"]
__global__ void plain(volatile long *p) { while (true) p[0]++; }
//? cell 1:1:60: warning: increment of object of volatile-qualified type 'volatile long' is deprecated [-Wdeprecated-volatile]
//?     1 | __global__ void plain(volatile long *p) { while (true) p[0]++; }
//?       |                                                            ^
__global__ void spin(volatile long *p) { while (p[1] == 0) { } }
__global__ void barriers(volatile long *p) { while (p[1] == 0) __syncthreads(); }
__global__ void warps(volatile long *p) { while (__any_sync(~0u, p[1] == 0)) { } }
__global__ void add(long *p) { p[2]++; }
long *p; cudaMallocManaged(&p, 3 * sizeof(long)); p[0] = p[1] = 0; p[2] = 40;
plain<<<1, 1>>>(p);;
//! interrupt after 200 ms
//? error: cell 7 was interrupted in kernel `plain` <<<(1,1,1), (1,1,1)>>>; its state is kept
spin<<<64, 32>>>(p);;
//! interrupt after 200 ms
//? error: cell 8 was interrupted in kernel `spin` <<<(64,1,1), (32,1,1)>>>; its state is kept
barriers<<<3, 64>>>(p);;
//! interrupt after 200 ms
//? error: cell 9 was interrupted in kernel `barriers` <<<(3,1,1), (64,1,1)>>>; its state is kept
warps<<<2, 96>>>(p);;
//! interrupt after 200 ms
//? error: cell 10 was interrupted in kernel `warps` <<<(2,1,1), (96,1,1)>>>; its state is kept
add<<<1, 1>>>(p); add<<<1, 1>>>(p); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
p[0] > 1000
//= (bool) true
p[2]
//= (long) 42
