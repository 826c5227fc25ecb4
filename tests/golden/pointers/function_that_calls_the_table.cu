//# A function of a table calls through the table itself, and knows its threads and its block.
using op = int (*)(int);
__device__ int bottom(int x) { return x + 100 * threadIdx.x + 1000 * blockIdx.x; }
__device__ int middle(int x);
__device__ int top(int x);
__device__ op table[] = {bottom, middle, top};
__device__ int middle(int x) { return table[0](x) + 10; }
__device__ int top(int x) { return table[1](x) + 20; }
__global__ void run(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = table[2](i); }
int *out; cudaMallocManaged(&out, 4 * sizeof(int));
run<<<2, 2>>>(out); cudaDeviceSynchronize(); printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
//= 30 131 1032 1133
