//# Variables that begin with addresses of other variables, of functions, and of variables that hold functions.
__device__ int number = 5;
__device__ int plus_number(int x) { return x + number; }
__device__ int *to_number = &number;
__device__ int (*function)(int) = plus_number;
__device__ int (**to_function)(int) = &function;
__device__ int ***deep;
__global__ void run(int *out) { *to_number = 6; out[0] = (*to_function)(1); out[1] = to_function[0](2); }
int *out; cudaMallocManaged(&out, 2 * sizeof(int));
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 7 8
