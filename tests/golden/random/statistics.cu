//# Means and variances of uniform, normal, log-normal and Poisson numbers are those of their distributions; uniform numbers lie in (0, 1].
#include <curand_kernel.h>
#include <cmath>
__global__ void draw(double *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state; curandStatePhilox4_32_10_t philox;
  curand_init(7, i, 0, &state); curand_init(7, i, 0, &philox);
  for (int n = 0; n < 100; ++n) {
    double u = curand_uniform(&state), g = curand_normal(&state), p = curand_normal_double(&philox), l = curand_log_normal(&state, 0, 0.5f), k = curand_poisson(&state, 5);
    double all[] = {u, u * u, g, g * g, p, p * p, l, k, k * k, u <= 0 || u > 1 ? 1.0 : 0.0};
    for (int v = 0; v < 10; ++v) atomicAdd(sums + v, all[v]);
  }
}
double *s; cudaMallocManaged(&s, 80);
draw<<<10, 100>>>(s);
for (int i = 0; i < 9; ++i) s[i] /= 100000;
auto near = [](double a, double b) { return std::fabs(a - b) < 0.02; };
printf("%d %d %d %d %d %d %d %d %d %g\n", near(s[0], 0.5), near(s[1], 1 / 3.0), near(s[2], 0), near(s[3], 1), near(s[4], 0), near(s[5], 1), near(s[6], std::exp(0.125)), near(s[7] / 5, 1), near(s[8] / 30, 1), s[9]);
//= 1 1 1 1 1 1 1 1 1 0
