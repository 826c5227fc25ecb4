//# Roots, angles and the double functions that users write most, over all exponents: within CUDA's bounds, and the same bits from a draft, from vectors and from fibers.
//@ devices = ["cpu"]
#include <cmath>
#include <cstring>
const int N = 1 << 18, F = 14, D = 4;
// Float number i of N: each exponent and sign as often as the others. Numbers of double likewise.
__host__ __device__ float number(int i) { unsigned bits = (unsigned)i << 14 | ((unsigned)i * 2654435761u >> 18); float x; memcpy(&x, &bits, 4); return x; }
__host__ __device__ double wide(int i) { unsigned long long bits = (unsigned long long)i << 46 | ((unsigned long long)i * 0x9e3779b97f4a7c15ull >> 18); double x; memcpy(&x, &bits, 8); return x; }
__host__ __device__ double power(int i) { return i % 3 ? (i % 41 - 20) * 0.5 : wide((i * 77 + 5) % N); }
__device__ void fill(float *o, double *d, int i) {
  float x = number(i), y = number((i * 77 + 5) % N); double w = wide(i);
  o[i] = rsqrtf(x); o[N + i] = tanf(x); o[2 * N + i] = atanf(x); o[3 * N + i] = asinf(x); o[4 * N + i] = acosf(x); o[5 * N + i] = log1pf(x); o[6 * N + i] = expm1f(x);
  o[7 * N + i] = sinhf(x); o[8 * N + i] = coshf(x); o[9 * N + i] = cbrtf(x); o[10 * N + i] = rcbrtf(x); o[11 * N + i] = atan2f(x, y); o[12 * N + i] = hypotf(x, y); o[13 * N + i] = rhypotf(x, y);
  d[i] = sin(w); d[N + i] = cos(w); d[2 * N + i] = tan(w); d[3 * N + i] = pow(w, power(i));
}
__global__ void all(float *o, double *d) { fill(o, d, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void barred(float *o, double *d) { __shared__ int s[256]; s[threadIdx.x] = threadIdx.x; __syncthreads(); fill(o, d, blockIdx.x * blockDim.x + s[threadIdx.x]); }
// How far from the right number, in units of the last place; what is infinite or no number must be so exactly.
double off(double got, long double right, int digits, int least) {
  if (std::isnan((double)right) || std::isnan(got)) return std::isnan((double)right) && std::isnan(got) ? 0 : 1e9;
  double nearest = digits == 24 ? (double)(float)right : (double)right;
  if (nearest == got) return std::signbit(nearest) == std::signbit(got) ? 0 : 1e9;
  if (std::isinf(nearest) || std::isinf(got)) return 1e9;
  int e; std::frexp((double)right, &e); int unit = e - digits < least ? least : e - digits;
  return (double)(fabsl(got - right) / ldexpl(1, unit));
}
float *o, *again; double *d, *dagain;
cudaMallocManaged(&o, 4 * F * N); cudaMallocManaged(&again, 4 * F * N); cudaMallocManaged(&d, 8 * D * N); cudaMallocManaged(&dagain, 8 * D * N);
all<<<N / 256, 256>>>(o, d); cudaDeviceSynchronize();
template <class G> bool within(int which, double bound, G right) {
  double most = 0; int at = 0;
  for (int i = 0; i < N; ++i) { double far = off(o[which * N + i], right((double)number(i), (double)number((i * 77 + 5) % N)), 24, -149); if (far > most) { most = far; at = i; } }
  if (most > bound) printf("%d: %g at %a\n", which, most, number(at));
  return most <= bound;
}
template <class G> bool within_wide(int which, double bound, G right) {
  double most = 0; int at = 0;
  for (int i = 0; i < N; ++i) { double far = off(d[which * N + i], right((long double)wide(i), i), 53, -1074); if (far > most) { most = far; at = i; } }
  if (most > bound) printf("%d: %g at %a\n", which, most, wide(at));
  return most <= bound;
}
within(0, 2, [](double x, double) { return 1 / sqrt(x); }) && within(1, 4, [](double x, double) { return tan(x); }) && within(2, 2, [](double x, double) { return atan(x); })
//= (bool) true
within(3, 2, [](double x, double) { return asin(x); }) && within(4, 2, [](double x, double) { return acos(x); }) && within(5, 1, [](double x, double) { return log1p(x); })
//= (bool) true
within(6, 1, [](double x, double) { return expm1(x); }) && within(7, 3, [](double x, double) { return sinh(x); }) && within(8, 2, [](double x, double) { return cosh(x); })
//= (bool) true
within(9, 1, [](double x, double) { return cbrt(x); }) && within(10, 1, [](double x, double) { return 1 / cbrt(x); }) && within(11, 3, [](double x, double y) { return atan2(x, y); })
//= (bool) true
within(12, 3, [](double x, double y) { return hypot(x, y); }) && within(13, 2, [](double x, double y) { return 1 / hypot(x, y); })
//= (bool) true
within_wide(0, 2, [](long double x, int) { return sinl(x); }) && within_wide(1, 2, [](long double x, int) { return cosl(x); }) && within_wide(2, 2, [](long double x, int) { return tanl(x); })
//= (bool) true
within_wide(3, 2, [](long double x, int i) { return powl(x, power(i)); })
//= (bool) true
bool same() { return memcmp(o, again, 4 * F * N) == 0 && memcmp(d, dagain, 8 * D * N) == 0; }
barred<<<N / 256, 256>>>(again, dagain); cudaDeviceSynchronize(); same()
//= (bool) true
cudaDeviceSynchronize();;
//! rest 200 ms
memset(again, 0, 4 * F * N); all<<<N / 256, 256>>>(again, dagain); cudaDeviceSynchronize(); same()
//= (bool) true
memset(again, 0, 4 * F * N); barred<<<N / 256, 256>>>(again, dagain); cudaDeviceSynchronize(); same()
//= (bool) true
__global__ void special(float *o, double *d) { int i = 0; float zero = o[0], one = o[1], inf = 1 / zero;
  o[i++] = rsqrtf(-zero); o[i++] = rsqrtf(inf); o[i++] = rsqrtf(-one); o[i++] = rsqrtf(16 * one); o[i++] = rcbrtf(-zero); o[i++] = atan2f(-zero, -one); o[i++] = atan2f(inf, -inf);
  o[i++] = atan2f(zero, zero); o[i++] = hypotf(-inf, zero / zero); o[i++] = rhypotf(zero, inf); o[i++] = log1pf(-one); o[i++] = expm1f(-inf); o[i++] = asinf(2 * one); o[i++] = __fdividef(one, 0x1p127f * one);
  d[0] = pow(-one, inf); d[1] = pow(-2. * one, 3.); d[2] = pow(-2. * one, 0.5); d[3] = pow(-zero, -3. * one); d[4] = sin(-(double)zero); d[5] = tan((double)inf); d[6] = cos(1e300 * one); d[7] = pow(one, (double)zero / zero); }
o[0] = 0; o[1] = 1; special<<<1, 1>>>(o, d); cudaDeviceSynchronize();
for (int i = 0; i < 14; ++i) printf("%g%c", std::isnan(o[i]) ? NAN : o[i], i == 13 ? '\n' : ' ');
//= -inf 0 nan 0.25 -inf -3.14159 2.35619 0 inf 0 -inf -1 nan 0
for (int i = 0; i < 8; ++i) printf("%g%c", std::isnan(d[i]) ? NAN : d[i], i == 7 ? '\n' : ' ');
//= 1 -8 nan -inf -0 nan -0.575386 1
// The fast ones: 2^-21.19 between -pi and pi.
__global__ void fast(float *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; float x = (i - 131072) * 0x1p-17f * 3.14159265f; o[i] = x; o[N + i] = __sinf(x); o[2 * N + i] = __cosf(x); o[3 * N + i] = __tanf(x); }
fast<<<N / 256, 256>>>(o); cudaDeviceSynchronize();
double most = 0;
for (int i = 0; i < N; ++i) most = fmax(most, fmax(fabs(o[N + i] - sin((double)o[i])), fabs(o[2 * N + i] - cos((double)o[i]))));
most < exp2(-21.41)
//= (bool) true
