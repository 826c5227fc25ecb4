//# What the device tells about itself, as far as it is the same on every machine; attributes agree with properties.
int count, device; cudaGetDeviceCount(&count); cudaGetDevice(&device); printf("%d %d\n", count, device);
//= 1 0
cudaDeviceProp p; cudaGetDeviceProperties(&p, 0)
//= (cudaError_t) cudaSuccess
printf("%d %d %d,%d,%d %d,%d,%d\n", p.warpSize, p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2], p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
//= 32 1024 1024,1024,64 2147483647,65535,65535
printf("%d %d %d %d %d\n", p.multiProcessorCount >= 1, p.totalGlobalMem > (1u << 20), p.sharedMemPerBlock >= 48 << 10, p.cooperativeLaunch, p.managedMemory);
//= 1 1 1 1 1
auto attribute = [](cudaDeviceAttr a) { int v = -1; cudaDeviceGetAttribute(&v, a, 0); return v; };
attribute(cudaDevAttrMultiProcessorCount) == p.multiProcessorCount && attribute(cudaDevAttrWarpSize) == p.warpSize && attribute(cudaDevAttrMaxSharedMemoryPerBlock) == (int)p.sharedMemPerBlock && attribute(cudaDevAttrComputeCapabilityMajor) == p.major
//= (bool) true
cudaGetDeviceProperties(&p, 1)
//= (cudaError_t) cudaErrorInvalidDevice
cudaDeviceGetAttribute(&count, (cudaDeviceAttr)100000, 0)
//= (cudaError_t) cudaErrorInvalidValue
int driver, runtime; cudaDriverGetVersion(&driver); cudaRuntimeGetVersion(&runtime); driver >= runtime && runtime >= 12000
//= (bool) true
