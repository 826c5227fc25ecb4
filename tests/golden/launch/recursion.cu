//# Recursion in device code, direct and mutual.
__device__ int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 || odd(n - 1); }
__device__ bool odd(int n) { return n != 0 && even(n - 1); }
__global__ void run(int *out) { out[threadIdx.x] = ackermann(2, threadIdx.x) * 10 + even(threadIdx.x); }
int *out; cudaMallocManaged(&out, 32);
run<<<1, 8>>>(out);
for (int i = 0; i < 8; ++i) printf("%d ", out[i]);
//= 31 50 71 90 111 130 151 170
