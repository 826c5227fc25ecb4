//# A table of device functions is a device variable with initial values: each kernel calls through it.
using op = int (*)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ op table[] = {add, sub, mul};
__global__ void apply(int *out, int a, int b) { out[threadIdx.x] = table[threadIdx.x](a, b); }
int *out; cudaMallocManaged(&out, 3 * sizeof(int));
apply<<<1, 3>>>(out, 7, 5); cudaDeviceSynchronize(); printf("%d %d %d\n", out[0], out[1], out[2]);
//= 12 2 35
__global__ void swap_two() { op first = table[0]; table[0] = table[1]; table[1] = first; }
swap_two<<<1, 1>>>(); apply<<<1, 3>>>(out, 7, 5); cudaDeviceSynchronize(); printf("%d %d %d\n", out[0], out[1], out[2]);
//= 2 12 35
