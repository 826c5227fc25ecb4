//# Device function pointers: chosen by data, in a table of the kernel, passed to another function, kept in memory for the same kernel.
//@ hip = true
typedef int (*Op)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int apply(Op op, int a, int b) { return op(a, b); }
__global__ void run(int *out, volatile Op *kept) {
  Op op = threadIdx.x % 2 ? multiply : add, table[2] = {multiply, add};
  kept[threadIdx.x] = op;
  out[threadIdx.x] = apply(op, threadIdx.x, 10) * 1000 + table[threadIdx.x / 2](3, 4) * 10 + kept[threadIdx.x](1, 1);
}
int *out; cudaMallocManaged(&out, 16); Op *kept; cudaMalloc(&kept, 32);
run<<<1, 4>>>(out, kept);
for (int i = 0; i < 4; ++i) printf("%d ", out[i]);
//= 10122 10121 12072 30071
