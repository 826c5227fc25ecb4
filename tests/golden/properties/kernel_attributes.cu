//# What a kernel tells about itself: shared and constant memory, largest block; and what can be set.
//@ expected_failures = { toolkit = "NVIDIA's runtime library calls what is no kernel an invalid handle" }
__global__ void k(int *p) { __shared__ int a[100]; __shared__ double b[10]; a[threadIdx.x] = threadIdx.x; b[threadIdx.x % 10] = a[threadIdx.x]; __syncthreads(); *p = a[99 - threadIdx.x] + b[threadIdx.x % 10]; }
__global__ void __launch_bounds__(128) bounded() {}
cudaFuncAttributes a; cudaFuncGetAttributes(&a, k)
//= (cudaError_t) cudaSuccess
printf("%zu %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
//= 480 1024
cudaFuncGetAttributes(&a, bounded); printf("%zu %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
//= 0 128
cudaFuncSetAttribute(bounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10)
//= (cudaError_t) cudaSuccess
bounded<<<1, 32, 64 << 10>>>(); cudaError_t more = cudaGetLastError();
more
//= (cudaError_t) cudaSuccess
const char *name; cudaFuncGetName(&name, k); name
//= (const char *) "_Z1kPi"
size_t offset, bytes; cudaFuncGetParamInfo((const void *)k, 0, &offset, &bytes); printf("%zu %zu\n", offset, bytes);
//= 0 8
cudaFuncGetAttributes(&a, (const void *)printf)
//= (cudaError_t) cudaErrorInvalidDeviceFunction
