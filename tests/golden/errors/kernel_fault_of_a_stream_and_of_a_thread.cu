//# A kernel that fails in a stream of its own, or is launched by a thread, is told on the cell that launched it, with the launch's configuration.
//@ devices = ["cpu"]
//@ mistakes = true
#include <thread>
__global__ void wild(int *p) { if (blockIdx.x == 1) p[threadIdx.x * 1000000] = 1; }
int *p; cudaMalloc(&p, 4); cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)
//= (cudaError_t) cudaSuccess
wild<<<dim3(2, 1), dim3(1, 4), 0, s>>>(nullptr);
//? error: cell 4: kernel `wild` <<<(2,1,1), (1,4,1)>>>: cudaErrorIllegalAddress at block (1,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 2:1 in `wild`
int x = 1;
x
//= (int) 1
std::thread([] { wild<<<3, 2>>>(nullptr); }).join();
//? error: cell 7: kernel `wild` <<<(3,1,1), (2,1,1)>>>: cudaErrorIllegalAddress at block (1,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 2:1 in `wild`
x
//= (int) 1
