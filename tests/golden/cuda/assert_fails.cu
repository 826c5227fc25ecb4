//# A failed `assert` in a kernel is printed by the driver, is an error of its cell, and the next cell works.
//@ devices = ["cuda"]
#include <cassert>
__global__ void check(int n) { assert(threadIdx.x < n); }
check<<<1, 4>>>(3);
//? cell 2:1: void check(int): block: [0,0,0], thread: [3,0,0] Assertion `threadIdx.x < n` failed.
//? error: cell 3: kernel `check` <<<(1,1,1), (4,1,1)>>>: cudaErrorAssert
//?   device-side assert triggered
//? note: a new executor runs with all definitions
check<<<1, 4>>>(4);
cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
