//# Destructors of local objects and of arrays made with `new` run in kernels, in reverse order.
__device__ int trace;
struct Digit {
  int value = 7;
  __host__ __device__ Digit() {}
  __host__ __device__ Digit(int v) : value(v) {}
  __host__ __device__ ~Digit() {
#ifdef __CUDA_ARCH__
    trace = trace * 10 + value;
#endif
  }
};
__global__ void scopes() {
  Digit one(1);
  { Digit two(2), three(3); }
  delete[] new Digit[2];
  if (one.value) return;
  Digit never(9);
}
scopes<<<1, 1>>>();
int result; cudaMemcpyFromSymbol(&result, trace, 4);
result
//= (int) 32771
