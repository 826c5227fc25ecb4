//# HIP code has no __syncwarp as a rule: a wavefront's lanes keep in step.
//@ devices = ["cpu"]
//@ mistakes = true
#include <hip/hip_runtime.h>
__global__ void largest(const unsigned *in, unsigned *out) {
  extern __shared__ unsigned best[];
  const unsigned t = hipThreadIdx_x;
  best[t] = in[t];
  __syncthreads();
  for (unsigned width = hipBlockDim_x / 2; width != 0; width /= 2) {
    if (t < width && best[t + width] > best[t]) best[t] = best[t + width];
    if (width > warpSize) __syncthreads();
  }
  if (t == 0) *out = best[0];
}
unsigned *in, *out; (void)hipMallocManaged((void **)&in, 128 * sizeof *in); (void)hipMallocManaged((void **)&out, sizeof *out);
for (int i = 0; i < 128; i++) in[i] = i * 37 % 128;
hipLaunchKernelGGL(largest, dim3(1), dim3(128), 128 * sizeof(unsigned), 0, in, out);
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
*out
//= (unsigned int) 127
