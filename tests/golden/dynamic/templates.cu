//# Instances of templates that only device code launches, a launch in a template, in a lambda, in a device function, and one by a pointer.
//@ devices = ["cpu", "cuda"]
template <class T> __global__ void fill(T *p, T value) { p[threadIdx.x] = value; }
template <class T> __global__ void outer(T *p, T value) { if (threadIdx.x == 0) fill<T><<<1, 3>>>(p, value); }
double *d; cudaMalloc(&d, 3 * sizeof(double));
outer<<<1, 32>>>(d, 2.5);
d
//= (double *) device double[3] {2.5, 2.5, 2.5}
__device__ void launch(double *p) { fill<<<1, 2>>>(p, -1.0); }
template <class F> __global__ void run(F f) { f(); }
run<<<1, 1>>>([=] __device__() { launch(d); });
d
//= (double *) device double[3] {-1, -1, 2.5}
__global__ void chosen(double *p, bool which) { auto *k = which ? outer<double> : fill<double>; k<<<1, 3>>>(p, 8.0); }
chosen<<<1, 1>>>(d, false);
d
//= (double *) device double[3] {8, 8, 8}
struct Tool { double *p; __device__ void use() const { fill<<<1, 1>>>(p, 4.0); } };
__global__ void with(Tool tool) { tool.use(); }
with<<<1, 1>>>(Tool{d});
d
//= (double *) device double[3] {4, 8, 8}
