//# After `%reset`-like losses of the executor tables are there again with their functions.
//@ devices = ["cpu"]
__device__ int f(int x) { return x + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
%restart
int *out; cudaMallocManaged(&out, sizeof(int));
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
