//# Kernels in namespaces, static ones and overloads are told apart; what is no kernel is refused.
//@ devices = ["cpu"]
namespace one { __global__ void k() { printf("one\n"); } }
namespace two { static __global__ void k() { printf("two\n"); } }
__global__ void k(int) { printf("int\n"); }
__global__ void k(float) { printf("float\n"); }
__global__ void parent() { one::k<<<1, 1>>>(); two::k<<<1, 1>>>(); k<<<1, 1>>>(1); k<<<1, 1>>>(1.f); }
parent<<<1, 1>>>();
//= one
//= two
//= int
//= float
__global__ void wrong() { cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault); }
//? cell 7:1:27: error: `cudaMemcpy` in device code is not in CUDA's device runtime: call it on the host
//?     1 | __global__ void wrong() { cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDefault); }
//?       |                           ^~~~~~~~~~
__global__ void graph(cudaGraphExec_t g) { cudaGraphLaunch(g, 0); }
//? cell 7:1:44: error: `cudaGraphLaunch` in device code (graphs that kernels launch) is not in Chevron yet: call it on the host
//?     1 | __global__ void graph(cudaGraphExec_t g) { cudaGraphLaunch(g, 0); }
//?       |                                            ^~~~~~~~~~~~~~~
__device__ int by_pointer(void (*f)()) { f<<<1, 1>>>(); return cudaGetLastError(); }
__global__ void null() { printf("%d\n", by_pointer(nullptr)); }
null<<<1, 1>>>();
//= 98
