//# A device function may be the argument of a kernel template that a statement launches: nothing of it runs on the host.
__device__ int f(int x) { return x + 1; }
template <int (*F)(int)> __global__ void map(int *p) { *p = F(*p); }
int *p; cudaMallocManaged(&p, 4); *p = 1;
map<f><<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
__device__ int f(int x) { return x + 10; }
map<f><<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 12
f(1)
//? cell 7:1:1: error: 'f' is for devices only, and a statement at top level is host code
//?     1 | f(1)
//?       | ^
//? hint: call it in a kernel, or define `f` as `__host__ __device__`
