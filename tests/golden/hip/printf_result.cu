//# HIP's printf of device code gives the characters that it wrote.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
__managed__ int plain, filled; __global__ void say() { plain = printf("five\n"); filled = printf("%d and %s\n", 12, "some"); }
say<<<1, 1>>>()
//= five
//= 12 and some
hipDeviceSynchronize(); plain * 100 + filled
//= (int) 512
