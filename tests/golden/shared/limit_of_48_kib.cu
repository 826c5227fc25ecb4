//# More than 48 KiB of dynamic shared memory is refused at the launch until cudaFuncSetAttribute allows it.
__global__ void k(int *out, int last) { extern __shared__ int s[]; s[last] = 77; *out = s[last]; }
int *out; cudaMallocManaged(&out, sizeof(int)); *out = 0;
k<<<1, 1, 48 * 1024>>>(out, 12 * 1024 - 1);
*out
//= (int) 77
k<<<1, 1, 64 * 1024>>>(out, 16 * 1024 - 1);
//? error: cell 5: kernel `k` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidValue
//?   65536 bytes of dynamic shared memory exceed 49152; `cudaFuncSetAttribute` with `cudaFuncAttributeMaxDynamicSharedMemorySize` raises the limit
cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024)
//= (cudaError_t) cudaSuccess
*out = 0; k<<<1, 1, 64 * 1024>>>(out, 16 * 1024 - 1);
*out
//= (int) 77
cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30)
//= (cudaError_t) cudaErrorInvalidValue
