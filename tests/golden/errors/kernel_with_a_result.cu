//# A kernel must return void; mended, it works.
__global__ int k(int *o) { return *o; }
//? cell 1:1:12: error: kernel function type 'int (int *)' must have void return type
//?     1 | __global__ int k(int *o) { return *o; }
//?       |            ^~~
//?       |            void
__global__ void k(int *o) { *o = 2; return; }
int *o; cudaMallocManaged(&o, sizeof(int)); k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 2
