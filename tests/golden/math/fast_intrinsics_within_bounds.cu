//# The fast intrinsics that the CPU device has code of its own for, over all of float's exponents: within the errors that CUDA documents.
//@ devices = ["cpu"]
#include <cmath>
#include <cstring>
const int N = 1 << 18;
// Float number i of N: each exponent and sign as often as the others.
__host__ __device__ float number(int i) { unsigned bits = (unsigned)i << 14 | ((unsigned)i * 2654435761u >> 18); float x; memcpy(&x, &bits, 4); return x; }
__global__ void all(float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; float x = number(i);
  o[i] = __expf(x); o[N + i] = __exp10f(x); o[2 * N + i] = __logf(x); o[3 * N + i] = __log2f(x); o[4 * N + i] = __log10f(x); o[5 * N + i] = __tanhf(x);
  o[6 * N + i] = __powf(fabsf(x), 1.5f - i % 4); o[7 * N + i] = exp2f((1.5f - i % 4) * __log2f(fabsf(x)));
}
// In units of the last place.
double off(double got, double right) {
  if (std::isnan(right) || std::isnan(got)) return std::isnan(right) && std::isnan(got) ? 0 : 1e9;
  if ((double)(float)right == got) return 0;
  if (std::isinf(got) || std::isinf((float)right)) return std::fabs(right) > 3.4e38 && std::fabs(got) > 3.4e38 ? 0 : 1e9;
  int e; std::frexp(right, &e); return std::fabs(got - right) / std::ldexp(1., e - 24 < -149 ? -149 : e - 24);
}
float *o; cudaMallocManaged(&o, 8 * 4 * N); all<<<N / 256, 256>>>(o); cudaDeviceSynchronize();
template <class F> double units(int which, F right, double a_size) {
  double most = 0;
  for (int i = 0; i < N; ++i) { float x = number(i); most = std::fmax(most, off(o[which * N + i], right(x)) - std::floor(std::fabs(a_size * x))); }
  return most;
}
units(0, [](double x) { return exp(x); }, 1.173) <= 2 && units(1, [](double x) { return pow(10., x); }, 2.97) <= 2
//= (bool) true
// Near 1 logarithms are near 0: the bound is one of the size of the error.
template <class F> bool logarithm(int which, F right, double near, double far) {
  bool good = true;
  for (int i = 0; i < N; ++i) { float x = number(i), got = o[which * N + i]; good &= x >= 0.5f && x <= 2 ? std::fabs(got - right(x)) <= near : off(got, right(x)) <= far; }
  return good;
}
logarithm(2, [](double x) { return log(x); }, exp2(-21.41), 3) && logarithm(3, [](double x) { return log2(x); }, exp2(-22), 2) && logarithm(4, [](double x) { return log10(x); }, exp2(-24), 3)
//= (bool) true
bool close = true;
for (int i = 0; i < N; ++i) { float x = number(i), got = o[5 * N + i]; close &= x != x ? got != got : std::fabs(got - std::tanh((double)x)) <= exp2(-11) * std::fabs(std::tanh((double)x)); }
close
//= (bool) true
// A power is two to the product of the exponent and the logarithm.
for (int i = 0; i < N; ++i) { float one = o[6 * N + i], other = o[7 * N + i]; close &= off(one, other) <= 2; }
close
//= (bool) true
__global__ void special(float *o) { int i = 0; float zero = o[0], one = o[1], inf = 1 / zero;
  o[i++] = __expf(-inf); o[i++] = __expf(inf); o[i++] = __exp10f(-inf); o[i++] = __log2f(zero); o[i++] = __log10f(-one); o[i++] = __log2f(inf);
  o[i++] = __powf(-2 * one, 2); o[i++] = __powf(zero, 2); o[i++] = __powf(inf, -one); o[i++] = __tanhf(-inf); o[i++] = __tanhf(-zero); }
o[0] = 0; o[1] = 1; special<<<1, 1>>>(o); cudaDeviceSynchronize();
for (int i = 0; i < 11; ++i) printf("%g%c", std::isnan(o[i]) ? NAN : o[i], i == 10 ? '\n' : ' ');
//= 0 inf 0 -inf nan inf nan 0 0 -1 -0
