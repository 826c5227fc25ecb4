//# Philox4x32-10 gives the known answers of Random123 (Salmon et al. 2011): counter 0 with key 0 begins 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
#include <curand_kernel.h>
__global__ void first(unsigned *out) {
  curandStatePhilox4_32_10_t state;
  curand_init(0, 0, 0, &state);
  for (int i = 0; i < 4; ++i) out[i] = curand(&state);
  uint4 four = curand4(&state);
  curand_init(0, 0, 4, &state);
  out[4] = four.x == curand(&state) && four.y == curand(&state) && four.z == curand(&state) && four.w == curand(&state);
}
unsigned *out; cudaMallocManaged(&out, 20);
first<<<1, 1>>>(out);
for (int i = 0; i < 4; ++i) printf("%08x ", out[i]);
//= 6627e8d5 e169c58d bc57ac4c 9b00dbd8
out[4]
//= (unsigned int) 1
