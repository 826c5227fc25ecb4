//# `std::` math and the overloads without a suffix take the precision of their arguments in kernels, with <cmath> and without.
__global__ void plain(float *f, double *d) { f[0] = sqrt(2.f); d[0] = sqrt(2.); f[1] = max(1.5f, 2.5f); d[1] = abs(-3.25); f[2] = pow(2.f, 3); f[3] = sizeof(exp(1.f)); }
#include <cmath>
#include <algorithm>
__global__ void with_std(float *f, double *d) { f[0] = (int)(std::sin(1.f) * 1e4f); d[0] = std::sin(1.); f[1] = std::abs(-4.5f); d[1] = std::pow(3., 4); f[2] = std::fmax(1.f, 2.f); f[3] = std::isnan(NAN) + 2 * std::isinf(INFINITY) + 4 * std::signbit(-0.f) + 8 * std::isfinite(1.f); }
float *f; double *d; cudaMallocManaged(&f, 16); cudaMallocManaged(&d, 16);
plain<<<1, 1>>>(f, d); cudaDeviceSynchronize();
f
//= (float *) managed float[4] {1.4142135, 2.5, 8, 4}
d
//= (double *) managed double[2] {1.4142135623730951, 3.25}
with_std<<<1, 1>>>(f, d); cudaDeviceSynchronize();
f
//= (float *) managed float[4] {8414, 4.5, 2, 15}
d
//= (double *) managed double[2] {0.8414709848078965, 81}
