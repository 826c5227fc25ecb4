//# More dynamic shared memory than 48 KiB is given to those who ask for it by attribute.
//@ devices = ["cuda"]
__global__ void last(int *p, int n) { extern __shared__ int s[]; s[n - 1] = 7; *p = s[n - 1]; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
last<<<1, 1, 64 << 10>>>(p, 16 << 10);
cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10)
last<<<1, 1, 64 << 10>>>(p, 16 << 10); cudaDeviceSynchronize(); *p
