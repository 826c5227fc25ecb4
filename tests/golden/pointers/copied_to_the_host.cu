//# The idiom of CUDA's samples: the address is copied to the host from a variable, and passed to kernels as an argument.
using op = double (*)(double, double);
__device__ double larger(double a, double b) { return a > b ? a : b; }
__device__ double sum(double a, double b) { return a + b; }
__device__ op larger_at = larger;
__device__ op sum_at = sum;
__global__ void fold(const double *x, int n, op f, double *out) { double r = x[0]; for (int i = 1; i < n; ++i) r = f(r, x[i]); *out = r; }
op h_larger, h_sum; cudaMemcpyFromSymbol(&h_larger, larger_at, sizeof(op)); (int)cudaMemcpyFromSymbol(&h_sum, sum_at, sizeof(op))
//= (int) 0
double *x, *out; cudaMallocManaged(&x, 4 * sizeof(double)); cudaMallocManaged(&out, sizeof(double)); for (int i = 0; i < 4; ++i) x[i] = i == 1 ? 10 : i;
fold<<<1, 1>>>(x, 4, h_larger, out); cudaDeviceSynchronize(); *out
//= (double) 10.0
fold<<<1, 1>>>(x, 4, h_sum, out); cudaDeviceSynchronize(); *out
//= (double) 15.0
(h_larger != nullptr) + (h_sum != h_larger)
//= (int) 2
