//# More dynamic shared memory than 48 KiB is given to those who ask for it by attribute.
//@ devices = ["cuda"]
__global__ void last(int *p, int n) { extern __shared__ int s[]; s[n - 1] = 7; *p = s[n - 1]; }
int *p; cudaMallocManaged(&p, 4); *p = 0;
last<<<1, 1, 64 << 10>>>(p, 16 << 10);
//? error: cell 3: kernel `last` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidValue
//?   65536 bytes of dynamic shared memory exceed 49152; `cudaFuncSetAttribute` with `cudaFuncAttributeMaxDynamicSharedMemorySize` raises the limit
cudaFuncSetAttribute(last, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10)
//= (cudaError_t) cudaSuccess
last<<<1, 1, 64 << 10>>>(p, 16 << 10); cudaDeviceSynchronize(); *p
//= (int) 7
