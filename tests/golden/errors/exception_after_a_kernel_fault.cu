//# A cell whose check of a kernel throws tells both: the exception, and the device error with kernel, block and thread.
//@ devices = ["cpu"]
//@ mistakes = true
#include <stdexcept>
__global__ void wild(int *p) { p[threadIdx.x * 1000000] = 1; }
int *p; cudaMalloc(&p, 4);
wild<<<1, 4>>>(p); if (cudaDeviceSynchronize() != cudaSuccess) throw std::runtime_error("the kernel failed");
//? error: cell 4: uncaught exception `std::runtime_error`: the kernel failed
//? error: cell 4: kernel `wild` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (1,0,0)
//?   invalid write to address 0x…
//?   at cell 2:1 in `wild`
p != nullptr
//= (bool) true
