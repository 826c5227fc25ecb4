//# A launch that is refused in a kernel: the thread that made it can ask; if none does, the cell tells.
//@ devices = ["cpu"]
__global__ void child() { printf("never\n"); }
__global__ void asks() {
  child<<<1, 2000>>>();
  printf("peek %s, ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("get %s, then %s\n", cudaGetErrorString(cudaGetLastError()), cudaGetErrorString(cudaGetLastError()));
}
asks<<<1, 1>>>();
//= peek cudaErrorInvalidConfiguration, get invalid configuration argument, then no error
__global__ void silent() {
  if (threadIdx.x == 1)
    child<<<0, 1>>>();
}
silent<<<1, 2>>>();
//? error: cell 5: kernel `child` <<<(0,1,1), (1,1,1)>>>: cudaErrorInvalidConfiguration
//?   grid of size 0 along x
//?   launched by kernel `silent` at cell 4 line 3
// Each thread has its own.
__global__ void each() { if (threadIdx.x) child<<<1, 1, 1 << 20>>>(); printf("%d: %d\n", threadIdx.x, cudaGetLastError()); }
each<<<1, 2>>>();
//= 0: 0
//= 1: 1
// 24 launches below the host's are as many as can be.
__global__ void deep(int n) { deep<<<1, 1>>>(n + 1); if (cudaError_t e = cudaGetLastError()) printf("%d: %s\n", n, cudaGetErrorName(e)); }
deep<<<1, 1>>>(0);
//= 24: cudaErrorLaunchMaxDepthExceeded
// A limit that the program sets.
__global__ void noop() {}
__global__ void many() { for (int i = 0; i < 5; ++i) { noop<<<1, 1>>>(); printf("%d ", cudaGetLastError()); } printf("\n"); }
cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3);
many<<<1, 1>>>();
//= 0 0 0 69 69
