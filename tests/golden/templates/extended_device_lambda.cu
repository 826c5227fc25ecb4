//# A kernel template of one cell is launched at top level with an extended `__device__` lambda, with and without captures.
//@ hip = true
template <class F> __global__ void for_each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
float *v; cudaMallocManaged(&v, 6 * sizeof(float));
__device__ float unit = 0.5f;
for_each<<<1, 6>>>(6, [p = v] __device__ (int i) { p[i] = unit * i; });
v
//= (float *) managed float[6] {0, 0.5, 1, 1.5, 2, 2.5}
{ float *q = v; int offset = 10; for_each<<<2, 4>>>(6, [=] __device__ (int i) { q[i] += offset; }); cudaDeviceSynchronize(); }
v
//= (float *) managed float[6] {10, 10.5, 11, 11.5, 12, 12.5}
{ float *q = v; auto square = [q] __host__ __device__ (int i) { q[i] *= q[i]; }; for_each<<<1, 3>>>(3, square); cudaDeviceSynchronize(); square(5); }
v
//= (float *) managed float[6] {100, 110.25, 121, 11.5, 12, 156.25}
