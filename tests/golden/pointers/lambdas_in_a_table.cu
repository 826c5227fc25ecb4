//# Lambdas without captures become functions with addresses.
using op = int (*)(int, int);
__device__ op table[] = {[] __device__(int a, int b) { return a + b; }, [] __device__(int a, int b) { return a * b; }};
__global__ void run(int *out) { for (int i = 0; i < 2; ++i) out[i] = table[i](6, 7); }
int *out; cudaMallocManaged(&out, 2 * sizeof(int));
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 13 42
