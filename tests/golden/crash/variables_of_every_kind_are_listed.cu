//# What is lost: host and device variables; functions, types and kernels go on, and `%replay` runs the cells again.
//@ flags = ["--checkpoint=off"]
struct Point { int x, y; };
Point origin{1, 2};
__device__ int counter = 40;
__constant__ int factor = 2;
__managed__ int shared_value = 7;
__global__ void bump(int *out) { *out = (counter += factor); }
int result() { int *p, r; cudaMalloc(&p, 4); bump<<<1, 1>>>(p); cudaMemcpy(&r, p, 4, cudaMemcpyDeviceToHost); return r; }
result()
//= (int) 42
*(volatile int *)0 = 1;
//? error: cell 9 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 9:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `origin`, `counter`, `factor`, `shared_value`
Point later{3, 4};
later.x
//= (int) 3
%replay
//= (int) 42
//= (int) 3
result()
//= (int) 44
origin.x
//= (int) 1
