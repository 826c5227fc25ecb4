// Kernels of a file.
#include "scale.h"
__global__ void of_file(float *p) {
  p[threadIdx.x] = scaled(p[threadIdx.x]);
}
