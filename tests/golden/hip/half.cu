//# hip_fp16.h: half and half2 arithmetic in a kernel.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
__global__ void k(__half *o) { __half2 v = __floats2half2_rn(1.5f, 2.f); v = __hadd2(v, v); o[0] = __low2half(v); o[1] = __hmul(__high2half(v), __float2half(0.25f)); }
__half *o; hipMallocManaged(&o, 2 * sizeof(__half)); k<<<1, 1>>>(o); hipDeviceSynchronize()
//= (hipError_t) hipSuccess
o
//= (__half *) managed __half[2] {3, 1}
