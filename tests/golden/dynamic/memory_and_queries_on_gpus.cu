//# Copies, fills, memory, streams, events and what device code asks of its GPU, in the order in which they were asked for.
//@ devices = ["cuda"]
__global__ void add(int *p) { p[threadIdx.x] += 1; }
__global__ void work(int *from, int *to) {
  int *mine;
  printf("%d ", cudaMalloc(&mine, 16));
  mine[0] = 5;
  printf("%d %d\n", mine[0], cudaFree(mine));
  cudaMemsetAsync(from, 0, 16, 0);
  add<<<1, 4>>>(from);
  cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToDevice, 0);
  add<<<1, 4>>>(from);
  cudaMemcpy2DAsync(to + 4, 8, from, 8, 4, 2, cudaMemcpyDeviceToDevice, 0);
}
int *a, *b; cudaMalloc(&a, 16); cudaMalloc(&b, 32); cudaMemset(b, 0, 32);
work<<<1, 1>>>(a, b);
//= 0 5 0
a
//= (int *) device int[4] {2, 2, 2, 2}
b
//= (int *) device int[8] {1, 1, 1, 1, 2, 0, 2, 0}
__global__ void child() {}
__global__ void ask() {
  int device = -1, count = 0, warp = 0, version = 0;
  size_t heap = 0;
  cudaGetDevice(&device); cudaGetDeviceCount(&count); cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device);
  cudaRuntimeGetVersion(&version); cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  printf("%d %d %d %d %d\n", device, count > 0, warp, version / 1000, (int)(heap >> 20));
  cudaStream_t s; cudaEvent_t e;
  printf("%d %d ", cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  child<<<1, 32, 0, s>>>();
  printf("%d %d %d %d %d\n", cudaEventRecord(e, s), cudaStreamWaitEvent(s, e, 0), cudaEventDestroy(e), cudaStreamDestroy(s), cudaStreamCreateWithFlags(&s, cudaStreamDefault));
  printf("%s\n", cudaGetErrorName(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 99)));
  cudaGetLastError();
}
ask<<<1, 1>>>();
//= 0 1 32 13 8
//= 0 0 0 0 0 0 1
//= cudaErrorInvalidDevice
