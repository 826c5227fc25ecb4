//# HIP's vector types have constructors: one number is for every component, as many numbers as components are for each; CUDA's stay aggregates.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
float4 before{2}; float2 of_cuda = {1};
before
//= (float4) (2, 0, 0, 0)
of_cuda
//= (float2) (1, 0)
#include <hip/hip_runtime.h>
float4(2.0f)
//= (float4) (2, 2, 2, 2)
int3 steps(1, 2, 3); steps += 4; steps %= int3(4); steps
//= (int3) (1, 2, 3)
const double2 halves{0.5}; halves * double2(2, 4)
//= (double2) (1, 2)
uchar4 bytes = {250, 251, 252, 253}; ++bytes; bytes
//= (uchar4) (251, 252, 253, 254)
-short2(3) == short2(-3, -3)
//= (bool) true
HIP_vector_type<unsigned, 2>(7u)
//= (uint2) (7, 7)
sizeof(float3) + alignof(float4) + sizeof(char3)
//= (unsigned long) 31
struct Ray { float3 at; float3 to; }; Ray ray{float3(1), {0, 0, 2}}; ray.at + 0.5f * ray.to
//= (float3) (1, 1, 2)
__device__ float4 tint(0.25f); __managed__ float4 out[3];
__device__ float4 before_of(int x) { return make_float4(x, x, x, x) / 2; }
__global__ void shade() { __shared__ float4 kept[1]; kept[0] = float4(threadIdx.x + 1.0f); out[0] = kept[0] * tint + float4{1, 2, 3, 4}; out[1] = before_of(1); uint3 where = blockDim; out[2].x = where.x; }
shade<<<1, dim3(uint3(1))>>>(); hipDeviceSynchronize(); out[0]
//= (float4) (1.25, 2.25, 3.25, 4.25)
out[1]
//= (float4) (0.5, 0.5, 0.5, 0.5)
float4 copied = before; copied + before
//= (float4) (4, 0, 0, 0)
