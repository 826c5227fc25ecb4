//# A kernel may take a plain reference, as nvcc has it: it gets the address, which may be one of managed memory.
struct Pair { int first, second; };
__global__ void swapped(Pair &p, const int &by) { int t = p.first; p.first = p.second * by; p.second = t * by; }
template <class T> __global__ void set(T to, T value) { to = value; }
Pair *p; cudaMallocManaged(&p, sizeof *p); int *by; cudaMallocManaged(&by, 4); *p = {1, 2}; *by = 10;
swapped<<<1, 1>>>(*p, *by); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
p->first * 1000 + p->second
//= (int) 20010
set<int &><<<1, 1>>>(p->first, p->second); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
p->first
//= (int) 10
__device__ Pair there = {3, 4};
__global__ void address(Pair **of) { *of = &there; }
Pair **of; cudaMallocManaged(&of, sizeof *of); address<<<1, 1>>>(of); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
swapped<<<1, 1>>>(**of, *by); Pair back; cudaMemcpyFromSymbol(&back, there, sizeof back); back.first * 1000 + back.second
//= (int) 40030
