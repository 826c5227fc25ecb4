//# An offset is as many calls of `curand`; `skipahead` too; a subsequence is the same in every launch. For both generators.
#include <curand_kernel.h>
template <class State> __global__ void skip(int *same) {
  State walked, offset, ahead;
  curand_init(42, 3, 0, &walked); curand_init(42, 3, 1000, &offset); curand_init(42, 3, 0, &ahead);
  for (int i = 0; i < 1000; ++i) curand(&walked);
  skipahead(1000ull, &ahead);
  for (int i = 0; i < 10; ++i) { unsigned x = curand(&walked); *same += x == curand(&offset) && x == curand(&ahead); }
}
int *same; cudaMallocManaged(&same, 4);
skip<curandStateXORWOW><<<1, 1>>>(same);
*same
//= (int) 10
skip<curandStatePhilox4_32_10><<<1, 1>>>(same);
*same
//= (int) 20
