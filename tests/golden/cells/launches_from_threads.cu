//# A host thread launches kernels and synchronises on its own; definitions of the session are seen there.
#include <thread>
__device__ int total;
__global__ void add(int value) { atomicAdd(&total, value); }
std::thread a([] { for (int i = 0; i < 50; ++i) add<<<2, 32>>>(1); cudaDeviceSynchronize(); }), b([] { for (int i = 0; i < 50; ++i) add<<<1, 64>>>(2); cudaDeviceSynchronize(); });
a.join(); b.join();
int result; cudaMemcpyFromSymbol(&result, total, sizeof result)
//= (cudaError_t) cudaSuccess
result
//= (int) 9600
