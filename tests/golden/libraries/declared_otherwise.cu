//# A declaration that does not fit what the library has is refused, and the right one is taken then.
//@ devices = ["cpu"]
%load host.bc
//? note: declare what you use of it, as in `extern "C" __device__ float f(float);`: `twice`, `fill`, `uses`
extern "C" __global__ void fill(float *, float);
//? error: `fill` is declared as `void (ptr, float)`, and the library has `void (ptr, i32)` (types as LLVM has them)
extern "C" __global__ void fill(float *, int);
float *p; cudaMallocManaged(&p, 32); fill<<<1, 1>>>(p, 3); cudaDeviceSynchronize(); p[1]
//= (float) 3.0f
