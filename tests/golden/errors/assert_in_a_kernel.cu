//# A failed assert in a kernel is told with its text, block and thread; the device works again afterwards.
//@ devices = ["cpu"]
#include <cassert>
__global__ void k(int n) { assert(threadIdx.x < n); }
k<<<1, 4>>>(4);
k<<<1, 4>>>(3);
//? cell 2:1: void k(int): block: [0,0,0], thread: [3,0,0] Assertion `threadIdx.x < n` failed.
//? error: cell 4: kernel `k` <<<(1,1,1), (4,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (3,0,0)
//?   cell 2:1: void k(int): block: [0,0,0], thread: [3,0,0] Assertion `threadIdx.x < n` failed.
k<<<1, 4>>>(4); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
