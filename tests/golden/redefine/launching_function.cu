//# A host function that launches a kernel launches the new one.
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out, int x) { *out = x; }
int go(int x) { k<<<1, 1>>>(p, x); cudaDeviceSynchronize(); return *p; }
go(5)
//= (int) 5
__global__ void k(int *out, int x) { *out = 100 * x; }
go(5)
//= (int) 500
