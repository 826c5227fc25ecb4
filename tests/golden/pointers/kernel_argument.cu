//# A struct of functions is a kernel's argument; a functor that holds one is another's.
struct Functions { float (*map)(float); float (*join)(float, float); };
__device__ float square(float x) { return x * x; }
__device__ float add(float a, float b) { return a + b; }
__device__ Functions both = {square, add};
__global__ void norm(Functions f, const float *x, int n, float *out) { float r = 0; for (int i = 0; i < n; ++i) r = f.join(r, f.map(x[i])); *out = r; }
struct Caller { float (*f)(float); __device__ float operator()(float x) const { return f(x) + 1; } };
template <class F> __global__ void run(F f, float x, float *out) { *out = f(x); }
Functions f; cudaMemcpyFromSymbol(&f, both, sizeof f);
float *x, *out; cudaMallocManaged(&x, 3 * sizeof(float)); cudaMallocManaged(&out, sizeof(float)); x[0] = 1; x[1] = 2; x[2] = 3;
norm<<<1, 1>>>(f, x, 3, out); cudaDeviceSynchronize(); *out
//= (float) 14.0f
run<<<1, 1>>>(Caller{f.map}, 5, out); cudaDeviceSynchronize(); *out
//= (float) 26.0f
