//# Launches that are refused in a kernel of a GPU: by the device, whose thread can ask, and by the host, which tells.
//@ devices = ["cuda"]
__global__ void child() { printf("never\n"); }
__global__ void asks() {
  child<<<1, 2000>>>();
  printf("peek %s, ", cudaGetErrorName(cudaPeekAtLastError()));
  printf("get %s, then %s\n", cudaGetErrorString(cudaGetLastError()), cudaGetErrorString(cudaGetLastError()));
}
asks<<<1, 1>>>();
//= peek cudaErrorInvalidConfiguration, get invalid configuration argument, then no error
__global__ void silent() { if (threadIdx.x == 1) child<<<0, 1>>>(); }
silent<<<1, 2>>>();
//? error: cell 5: kernel `child` <<<(0,1,1), (1,1,1)>>>: cudaErrorInvalidConfiguration
//?   grid of size 0 along x
//?   launched by kernel `silent`
// Each thread has its own.
__global__ void each() { if (threadIdx.x) child<<<0, 1>>>(); int e = cudaGetLastError(); if (threadIdx.x < 2) printf("%d", e); }
each<<<1, 2>>>(); cudaDeviceSynchronize(); printf("\n");
//= 09
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
// What only the host knows is told on the cell.
__global__ __launch_bounds__(32) void bounded() {}
__global__ void parent() { bounded<<<1, 64>>>(); }
parent<<<1, 1>>>();
//? error: cell 16: kernel `bounded` <<<(1,1,1), (64,1,1)>>>: cudaErrorInvalidValue
//?   block of 64 threads exceeds the kernel's `__launch_bounds__(32)`
//?   launched by kernel `parent`
__global__ void later(int);
__global__ void early() { later<<<1, 1>>>(1); }
early<<<1, 1>>>();
//? error: cell 19: kernel `later` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   it is declared, and no cell defines it
//?   launched by kernel `early`
__global__ void later(int i) { printf("late %d\n", i); }
early<<<1, 1>>>();
//= late 1
