//# Static and dynamic shared memory in one kernel do not overlap, and the dynamic part is cut into arrays of several types.
//@ hip = true
__global__ void k(int *out, int n) { __shared__ int fixed[4]; extern __shared__ __align__(16) char raw[]; double *d = (double *) raw; int *i = (int *) (d + n); int t = threadIdx.x; if (t < 4) fixed[t] = 1000; d[t] = t / 2.; i[t] = t * 10; __syncthreads(); out[t] = fixed[t % 4] + i[n - 1 - t] + (int) (2 * d[t]); }
int *out; cudaMallocManaged(&out, 5 * sizeof(int)); k<<<1, 5, 5 * (sizeof(double) + sizeof(int))>>>(out, 5);
out
//= (int *) managed int[5] {1040, 1031, 1022, 1013, 1004}
