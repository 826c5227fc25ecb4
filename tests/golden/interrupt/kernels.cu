//# Kernels that never end are stopped: loops without a barrier, spins on memory, fibers that meet at barriers and warp operations; of one block and of many. Memory keeps what is in it.
__global__ void plain(long *p) { while (true) p[0]++; }
__global__ void spin(volatile long *p) { while (p[1] == 0) { } }
__global__ void barriers(volatile long *p) { while (p[1] == 0) __syncthreads(); }
__global__ void warps(volatile long *p) { while (__any_sync(~0u, p[1] == 0)) { } }
__global__ void add(long *p) { p[2]++; }
long *p; cudaMallocManaged(&p, 3 * sizeof(long)); p[0] = p[1] = 0; p[2] = 40;
plain<<<1, 1>>>(p);
//! interrupt after 200 ms
spin<<<64, 32>>>(p);
//! interrupt after 200 ms
barriers<<<3, 64>>>(p);
//! interrupt after 200 ms
warps<<<2, 96>>>(p);
//! interrupt after 200 ms
add<<<1, 1>>>(p); add<<<1, 1>>>(p); cudaDeviceSynchronize()
p[0] > 1000
p[2]
