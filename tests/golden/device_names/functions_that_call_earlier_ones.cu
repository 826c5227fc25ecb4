//# A device function calls those of earlier cells, three deep, recursive too; a kernel of a last cell reaches all of them.
__device__ int one_more(int x) { return x + 1; }
__device__ int doubled(int x) { return 2 * one_more(x); }
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int all_of_it(int x) { return doubled(x) + fibonacci(10); }
__global__ void k(int *out) { out[threadIdx.x] = all_of_it(threadIdx.x); }
int *out; cudaMallocManaged(&out, 3 * sizeof(int)); k<<<1, 3>>>(out);
out
//= (int *) managed int[3] {57, 59, 61}
