//# A function that is called by its address may shuffle and vote.
__device__ int sum_of_warp(int x) { for (int d = 16; d; d /= 2) x += __shfl_xor_sync(~0u, x, d); return x; }
__device__ int count_odd(int x) { return __popc(__ballot_sync(~0u, x & 1)); }
__device__ int (*table[])(int) = {sum_of_warp, count_odd};
__global__ void run(int *out) { for (int i = 0; i < 2; ++i) { int r = table[i](threadIdx.x); if (threadIdx.x == 3) out[i] = r; } }
int *out; cudaMallocManaged(&out, 2 * sizeof(int));
run<<<1, 32>>>(out); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[1]);
//= 496 16
