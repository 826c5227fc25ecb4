//# A library's table of functions: their addresses reach the library's code, and then what takes its place.
using op = int (*)(int);
__device__ int add(int x) { return x + 1; }
__device__ int twice(int x) { return x * 2; }
__device__ op table[] = {add, twice};
__global__ void apply(int *p) { p[0] = table[0](10); p[1] = table[1](10); }
%save --lib ops.bc
//? note: `ops.bc` has 1 kernel: `apply`; 2 functions: `add`, `twice`; 1 variable: `table`
//? note: it is for the CPU device, NVIDIA GPUs
//? warning: it is not for AMD GPUs: cell 4 cannot be read for gfx942: device variable `table` cannot be initialised so: it holds the address of a device function, which differs from kernel to kernel on AMD GPUs; let a kernel store it
%reset
%load ops.bc
int *p; cudaMallocManaged(&p, 8); apply<<<1, 1>>>(p); cudaDeviceSynchronize(); p[0] + p[1]
//= (int) 31
__device__ int add(int x) { return x + 100; }
//? note: `add` takes the place of that of `ops.bc`
apply<<<1, 1>>>(p); cudaDeviceSynchronize(); p[0]
//= (int) 110
