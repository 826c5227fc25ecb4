//# XORWOW gives cuRAND's own numbers: seed 1234, the first number of the first subsequences, as cuRAND's default generator prints them (0.1455, 0.8202, 0.5504, 0.2948, 0.9147, …).
#include <curand_kernel.h>
__global__ void first(float *out) {
  curandState state;
  curand_init(1234, threadIdx.x, 0, &state);
  out[threadIdx.x] = curand_uniform(&state);
}
float *out; cudaMallocManaged(&out, 40);
first<<<1, 10>>>(out);
for (int i = 0; i < 10; ++i) printf("%.4f ", out[i]);
//= 0.1455 0.8202 0.5504 0.2948 0.9147 0.8690 0.3219 0.7829 0.0113 0.2855
