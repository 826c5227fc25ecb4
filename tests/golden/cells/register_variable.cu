//# `register`, which C++17 has no more and nvcc takes still.
__global__ void k(int *p) { register int i = threadIdx.x; p[i] = i; }
int *p; cudaMallocManaged(&p, 8);
k<<<1, 2>>>(p); cudaDeviceSynchronize(); p[1]
//= (int) 1
