//# Complex multiplication and division are calls of the compiler's runtime: each device has it, with C's rules for infinities and NaNs.
#include <complex>
template <typename T> __global__ void products(std::complex<T> *z) { z[2] = z[0] * z[1]; z[3] = z[0] / z[1]; z[4] = z[0]; z[4] *= z[4]; z[4] /= z[1]; }
std::complex<float> *f; cudaMallocManaged(&f, 5 * sizeof *f);
std::complex<double> *d; cudaMallocManaged(&d, 5 * sizeof *d);
f[0] = {4, -3}, f[1] = {0.5f, 2}; d[0] = {4, -3}, d[1] = {0.5, 2};
products<float><<<1, 1>>>(f); products<double><<<1, 1>>>(d); (int)cudaDeviceSynchronize()
//= (int) 0
f[2] == f[0] * f[1] && abs(f[3] - f[0] / f[1]) < 1e-6f && abs(f[4] - f[0] * f[0] / f[1]) < 1e-5f
//= (bool) true
d[2] == d[0] * d[1] && abs(d[3] - d[0] / d[1]) < 1e-14 && abs(d[4] - d[0] * d[0] / d[1]) < 1e-13
//= (bool) true
// an infinite factor, a number that is too large to be squared, and zero
d[0] = {INFINITY, NAN}, d[1] = {2, 1}; products<double><<<1, 1>>>(d); cudaDeviceSynchronize(); std::isinf(d[2].real()) || std::isinf(d[2].imag())
//= (bool) true
d[0] = {3e300, 1e300}, d[1] = {2e300, 2e300}; products<double><<<1, 1>>>(d); cudaDeviceSynchronize(); d[3].real()
//= (double) 1.0
f[0] = {1e-40f, 1e-40f}, f[1] = {1e-40f, 1e-40f}; products<float><<<1, 1>>>(f); cudaDeviceSynchronize(); abs(f[3].real() - 1) < 1e-4f
//= (bool) true
f[0] = {1, 1}, f[1] = {0, 0}; products<float><<<1, 1>>>(f); cudaDeviceSynchronize(); std::isinf(f[3].real())
//= (bool) true
__global__ void of_clang(double _Complex *z) { z[1] = z[0] * z[0] / (z[0] + 1.0); }
double _Complex *c; cudaMallocManaged(&c, 32); c[0] = 1.0 + 1.0i; of_clang<<<1, 1>>>(c); cudaDeviceSynchronize(); ((double *)c)[3]
//= (double) 0.8
