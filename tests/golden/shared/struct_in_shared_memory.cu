//# A struct, and an array of them, in shared memory; members are written by different threads.
//@ hip = true
struct Stats { int low, high; float parts[4]; };
__global__ void k(const float *v, Stats *out) { __shared__ Stats s; __shared__ Stats many[2]; int t = threadIdx.x; if (t == 0) s.low = 1 << 30, s.high = -1; __syncthreads(); atomicMin(&s.low, (int) v[t]); atomicMax(&s.high, (int) v[t]); s.parts[t] = v[t] / 2; many[t % 2] = Stats{}; __syncthreads(); if (t == 3) many[1] = s; __syncthreads(); if (t == 1) *out = many[1]; }
float *v; Stats *out; cudaMallocManaged(&v, 4 * sizeof(float)); cudaMallocManaged(&out, sizeof(Stats)); v[0] = 5, v[1] = 3, v[2] = 9, v[3] = 4;
k<<<1, 4>>>(v, out);
*out
//= (Stats) {low: 3, high: 9, parts: {2.5, 1.5, 4.5, 2}}
