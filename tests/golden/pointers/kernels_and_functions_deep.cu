//# A function that other functions reach by address is defined again: callers far away follow, also inlined ones.
using op = int (*)(int);
__device__ int leaf(int x) { return x + 1; }
__device__ op leaf_at = leaf;
__device__ int twice(op f, int x) { return f(f(x)); }
__device__ int four_times(int x) { return twice(leaf_at, twice(leaf, x)); }
__device__ op four_at = four_times;
__global__ void run(int *out) { out[0] = four_times(0); out[1] = four_at(0); out[2] = twice(four_at, 0); }
int *out; cudaMallocManaged(&out, 3 * sizeof(int));
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%d %d %d\n", out[0], out[1], out[2]);
//= 4 4 8
__device__ int leaf(int x) { return x + 10; }
run<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("%d %d %d\n", out[0], out[1], out[2]);
//= 40 40 80
