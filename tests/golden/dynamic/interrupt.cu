//# Ctrl-C ends a family of grids that never ends.
//@ devices = ["cpu"]
__global__ void forever(int *p) { ++*p; forever<<<1, 1, 0, cudaStreamTailLaunch>>>(p); }
int *p; cudaMallocManaged(&p, sizeof(int));
forever<<<1, 1>>>(p); cudaDeviceSynchronize();;
//! interrupt after 300 ms
//? error: cell 3 was interrupted in kernel `forever` <<<(1,1,1), (1,1,1)>>>; its state is kept
*p > 1
//= (bool) true
