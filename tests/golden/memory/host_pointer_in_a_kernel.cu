//# A kernel that is given a pointer to ordinary host memory: devices that reach pageable memory read it, as the attribute says.
//@ devices = ["cpu"]
__global__ void read(const int *p, int *out) { *out = *p; }
int can, *host = new int(77), *out; cudaDeviceGetAttribute(&can, cudaDevAttrPageableMemoryAccess, 0); cudaMallocManaged(&out, 4);
can
//= (int) 1
read<<<1, 1>>>(host, out);
*out
//= (int) 77
