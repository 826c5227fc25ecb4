//# A host function of an earlier cell launches a device lambda with its parameters captured, also generic ones and nested in a template.
//@ hip = true
template <class F> __global__ void map(float *v, F f) { v[threadIdx.x] = f(v[threadIdx.x]); }
void axpb(float *v, int n, float a, float b) { map<<<1, n>>>(v, [a, b] __device__ (float x) { return a * x + b; }); }
template <class T> void power(float *v, int n, T e) { map<<<1, n>>>(v, [=] __device__ (auto x) { auto r = x; for (T i = 1; i < e; ++i) r *= x; return r; }); cudaDeviceSynchronize(); }
float *v; cudaMallocManaged(&v, 3 * sizeof(float)); v[0] = 1, v[1] = 2, v[2] = 3;
axpb(v, 3, 2, 1);
cudaDeviceSynchronize(); v
//= (float *) managed float[3] {3, 5, 7}
power(v, 3, 2);
v
//= (float *) managed float[3] {9, 25, 49}
power(v, 2, 3L);
v
//= (float *) managed float[3] {729, 15625, 49}
