//# Shared memory is laid out with a kernel: a function that has some cannot be the initial value of a variable, and works within one kernel.
__device__ int reverse(int x) { __shared__ int row[8]; row[threadIdx.x] = x; __syncthreads(); return row[7 - threadIdx.x]; }
__device__ int (*at)(int) = reverse;
//? error: device variable `at` cannot be initialised so: it holds the address of a device function that uses `__shared__` memory, which is laid out with each kernel; let a kernel store it, and call it there
__global__ void run(int *out, bool r) { int (*p)(int) = r ? reverse : nullptr; out[threadIdx.x] = p ? p(threadIdx.x) : 0; }
int *out; cudaMallocManaged(&out, 8 * sizeof(int));
run<<<1, 8>>>(out, true); cudaDeviceSynchronize(); printf("%d %d\n", out[0], out[6]);
//= 7 1
