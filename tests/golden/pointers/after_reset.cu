//# After `%reset`-like losses of the executor tables are there again with their functions.
//@ devices = ["cpu"]
__device__ int f(int x) { return x + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
%restart
//? note: a new executor runs with all definitions; the values of these variables are lost: `at`
int *out; cudaMallocManaged(&out, sizeof(int));
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
