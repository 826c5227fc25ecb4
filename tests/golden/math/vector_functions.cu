//# Math functions that the CPU device has code of its own for, over all of float's exponents, against the host's of double: within CUDA's bounds.
//@ devices = ["cpu"]
#include <cmath>
#include <cstring>
const int N = 1 << 18;
// Float number i of N: each exponent and sign as often as the others.
__host__ __device__ float number(int i) { unsigned bits = (unsigned)i << 14 | ((unsigned)i * 2654435761u >> 18); float x; memcpy(&x, &bits, 4); return x; }
__global__ void all(float *o, double *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; float x = number(i), y = number((i * 77 + 5) % N) , s, c;
  sincosf(x, &s, &c);
  o[i] = expf(x); o[N + i] = logf(x); o[2 * N + i] = log2f(x); o[3 * N + i] = log10f(x); o[4 * N + i] = exp2f(x); o[5 * N + i] = exp10f(x);
  o[6 * N + i] = tanhf(x); o[7 * N + i] = sinf(x); o[8 * N + i] = cosf(x); o[9 * N + i] = erff(x); o[10 * N + i] = s; o[11 * N + i] = c;
  o[12 * N + i] = powf(x, y); o[13 * N + i] = powf(fabsf(x), 9.5f - i % 20);
  double w = x * (1 + i * 1e-12); d[i] = exp(w); d[N + i] = log(w);
}
// How far from the right number, in units of the last place; what is infinite or no number must be so exactly.
double off(double got, long double right, int digits, int least) {
  if (std::isnan((double)right) || std::isnan(got)) return std::isnan((double)right) && std::isnan(got) ? 0 : 1e9;
  double nearest = digits == 24 ? (double)(float)right : (double)right;
  if (nearest == got) return std::signbit(nearest) == std::signbit(got) ? 0 : 1e9;
  if (std::isinf(nearest) || std::isinf(got)) return 1e9;
  int e; std::frexp((double)right, &e); int unit = e - digits < least ? least : e - digits;
  return (double)(fabsl(got - right) / ldexpl(1, unit));
}
float *o; double *d; cudaMallocManaged(&o, 14 * 4 * N); cudaMallocManaged(&d, 16 * N);
all<<<N / 256, 256>>>(o, d); cudaDeviceSynchronize();
template <class F> bool within(int which, double bound, F right) {
  double most = 0; int at = 0;
  for (int i = 0; i < N; ++i) { double far = off(o[which * N + i], right((double)number(i), i), 24, -149); if (far > most) { most = far; at = i; } }
  if (most > bound) printf("%d: %g at %a\n", which, most, number(at));
  return most <= bound;
}
within(0, 1, [](double x, int) { return exp(x); }) && within(1, 1, [](double x, int) { return log(x); }) && within(2, 1, [](double x, int) { return log2(x); })
//= (bool) true
within(3, 2, [](double x, int) { return log10(x); }) && within(4, 2, [](double x, int) { return exp2(x); }) && within(5, 2, [](double x, int) { return pow(10.0, x); })
//= (bool) true
within(6, 2, [](double x, int) { return tanh(x); }) && within(7, 2, [](double x, int) { return sin(x); }) && within(8, 2, [](double x, int) { return cos(x); })
//= (bool) true
within(9, 2, [](double x, int) { return erf(x); }) && within(10, 2, [](double x, int) { return sin(x); }) && within(11, 2, [](double x, int) { return cos(x); })
//= (bool) true
within(12, 4, [](double x, int i) { return pow(x, (double)number((i * 77 + 5) % N)); }) && within(13, 4, [](double x, int i) { return pow(fabs(x), 9.5 - i % 20); })
//= (bool) true
bool wide = true;
for (int i = 0; i < N; ++i) {
  double w = number(i) * (1 + i * 1e-12);
  wide &= off(d[i], expl(w), 53, -1074) <= 1 && off(d[N + i], logl(w), 53, -1074) <= 1;
}
wide
//= (bool) true
__global__ void special(float *o) { int i = 0; float zero = o[0], one = o[1], inf = 1 / zero;
  o[i++] = powf(-one, inf); o[i++] = powf(one, zero / zero); o[i++] = powf(-2 * one, 3); o[i++] = powf(-2 * one, 0.5f); o[i++] = powf(-zero, -3 * one); o[i++] = powf(inf, -one);
  o[i++] = logf(zero); o[i++] = logf(-one); o[i++] = expf(-inf); o[i++] = expf(inf); o[i++] = sinf(inf); o[i++] = sinf(-zero); o[i++] = tanhf(-inf); o[i++] = erff(inf); }
o[0] = 0; o[1] = 1; special<<<1, 1>>>(o); cudaDeviceSynchronize();
for (int i = 0; i < 14; ++i) printf("%g%c", std::isnan(o[i]) ? NAN : o[i], i == 13 ? '\n' : ' ');
//= 1 1 -8 nan -inf 0 -inf nan 0 inf nan -0 -1 1
