//# A kernel defined again is what launches run from then on.
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out) { *out = 1; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__global__ void k(int *out) { *out = 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
