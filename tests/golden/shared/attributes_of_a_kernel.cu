//# cudaFuncGetAttributes tells the static shared memory of a kernel and how many threads a block of it may have.
__global__ void k(int *out) { __shared__ double s[100]; s[threadIdx.x] = 1; __syncthreads(); *out = (int) s[0]; }
cudaFuncAttributes a; cudaFuncGetAttributes(&a, k)
//= (cudaError_t) cudaSuccess
a.sharedSizeBytes
//= (size_t) 800
a.maxThreadsPerBlock
//= (int) 1024
k<<<1, 2048>>>(nullptr);
//? error: cell 5: kernel `k` <<<(1,1,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2048 threads exceeds 1024
int *out; cudaMallocManaged(&out, 4); k<<<1, 100>>>(out);
*out
//= (int) 1
