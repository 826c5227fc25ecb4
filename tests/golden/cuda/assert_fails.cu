//# A failed `assert` in a kernel is printed by the driver, is an error of its cell, and the next cell works.
//@ devices = ["cuda"]
#include <cassert>
__global__ void check(int n) { assert(threadIdx.x < n); }
check<<<1, 4>>>(3);
check<<<1, 4>>>(4);
cudaDeviceSynchronize()
