//# Device variables and functions of the same name in several namespaces, anonymous too, are different ones.
namespace a { __device__ int v = 1; __device__ int get() { return v; } }
namespace b { __device__ int v = 2; __device__ int get() { return v; } namespace { __device__ int own = 7; } }
__device__ int v = 3;
__global__ void k(int *out) { a::v *= 10; out[0] = a::get(); out[1] = b::get(); out[2] = v; out[3] = b::own; }
int *out; cudaMallocManaged(&out, 4 * sizeof(int)); k<<<1, 1>>>(out);
out
//= (int *) managed int[4] {10, 2, 3, 7}
int host; cudaMemcpyFromSymbol(&host, a::v, sizeof host); host
//= (int) 10
