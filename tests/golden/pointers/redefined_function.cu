//# Addresses that lie in variables and on the host reach the newest definition of a function.
using op = int (*)(int);
__device__ int f(int x) { return x + 1; }
__device__ op at = f;
op on_host; cudaMemcpyFromSymbol(&on_host, at, sizeof(op));
__global__ void through(int *out, op p) { out[0] = at(1); out[1] = p(1); }
int *out; cudaMallocManaged(&out, 2 * sizeof(int));
through<<<1, 1>>>(out, on_host); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 2 2
__device__ int f(int x) { return x + 100; }
through<<<1, 1>>>(out, on_host); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 101 101
__device__ int helper(int x) { return 7 * x; }
__device__ int f(int x) { return helper(x); }
through<<<1, 1>>>(out, on_host); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 7 7
__device__ int helper(int x) { return 9 * x; }
through<<<1, 1>>>(out, on_host); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 9 9
