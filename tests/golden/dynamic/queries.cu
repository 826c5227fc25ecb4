//# What device code can ask: the device, its attributes and limits, kernels, errors' names, events and streams.
//@ devices = ["cpu"]
__global__ __launch_bounds__(64) void child() { __shared__ float room[32]; room[threadIdx.x % 32] = 0; }
__global__ void ask() {
  int device = -1, count = 0, warp = 0, version = 0, blocks = 0, grid = 0, block = 0;
  size_t heap = 0;
  cudaFuncAttributes of;
  cudaGetDevice(&device); cudaGetDeviceCount(&count); cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  cudaRuntimeGetVersion(&version); cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize); cudaFuncGetAttributes(&of, child);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, child, 64, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, child);
  printf("%d %d %d %d %d %d %d %d %d\n", device, count, warp, version, (int)(heap >> 20), of.maxThreadsPerBlock, (int)of.sharedSizeBytes, blocks, block);
  cudaStream_t s; cudaEvent_t e;
  printf("%d %d ", cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  child<<<1, 32, 0, s>>>();
  printf("%d %d %d %d %d\n", cudaEventRecord(e, s), cudaStreamWaitEvent(s, e), cudaEventDestroy(e), cudaStreamDestroy(s), cudaStreamCreateWithFlags(&s, cudaStreamDefault));
  printf("%s\n", cudaGetErrorName(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 99)));
  cudaGetLastError();
}
ask<<<1, 1>>>();
//= 0 1 32 13000 8 64 128 32 64
//= 0 0 0 0 0 0 1
//= cudaErrorInvalidDevice
