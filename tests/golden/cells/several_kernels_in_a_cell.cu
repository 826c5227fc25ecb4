//# One cell defines several kernels, a device function between them, and launches both in the order written.
__global__ void set(int *p) { p[threadIdx.x] = threadIdx.x; } __device__ int thrice(int x) { return 3 * x; } __global__ void triple(int *p) { p[threadIdx.x] = thrice(p[threadIdx.x]); }
int *p; cudaMallocManaged(&p, 4 * sizeof(int)); set<<<1, 4>>>(p); triple<<<1, 4>>>(p); triple<<<1, 4>>>(p); cudaDeviceSynchronize();
p
//= (int *) managed int[4] {0, 9, 18, 27}
