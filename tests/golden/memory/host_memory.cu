//# Page-locked and registered host memory is reached by kernels through its device pointer.
__global__ void negate(int *p) { p[threadIdx.x] = -p[threadIdx.x]; }
int *pinned, *device; cudaHostAlloc(&pinned, 16, cudaHostAllocMapped);
for (int i = 0; i < 4; ++i) pinned[i] = i + 1;
cudaHostGetDevicePointer(&device, pinned, 0)
//= (cudaError_t) cudaSuccess
negate<<<1, 4>>>(device);
pinned[3]
//= (int) -4
cudaFreeHost(pinned)
//= (cudaError_t) cudaSuccess
int *plain = new int[4]{5, 6, 7, 8};
cudaHostRegister(plain, 16, cudaHostRegisterMapped)
//= (cudaError_t) cudaSuccess
cudaHostGetDevicePointer(&device, plain, 0)
//= (cudaError_t) cudaSuccess
negate<<<1, 4>>>(device);
plain[1]
//= (int) -6
cudaHostRegister(plain, 16, cudaHostRegisterDefault)
//= (cudaError_t) cudaErrorHostMemoryAlreadyRegistered
cudaHostUnregister(plain)
//= (cudaError_t) cudaSuccess
cudaHostUnregister(plain)
//= (cudaError_t) cudaErrorHostMemoryNotRegistered
