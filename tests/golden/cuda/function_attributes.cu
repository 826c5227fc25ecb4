//# Attributes of kernels are those of the machine code: registers, local and shared memory, architecture.
//@ devices = ["cuda"]
__global__ void k(int *p) { __shared__ int s[64]; s[threadIdx.x] = *p; __syncthreads(); *p = s[63 - threadIdx.x]; }
cudaFuncAttributes a; cudaFuncGetAttributes(&a, k)
//= (cudaError_t) cudaSuccess
a.sharedSizeBytes
//= (size_t) 256
a.numRegs > 3 && a.numRegs < 64 && a.localSizeBytes == 0 && a.maxThreadsPerBlock == 1024
//= (bool) true
cudaDeviceProp d; cudaGetDeviceProperties(&d, 0); a.binaryVersion == d.major * 10 + d.minor
//= (bool) true
int blocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 1024, 0); blocks == d.maxThreadsPerMultiProcessor / 1024
//= (bool) true
