// The HIP dialect: names, conversions and device functions, beside CUDA code in one translation unit. The few runtime functions that it calls
// are stood in for here.
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

#if !defined(__HIPCC__) || !defined(__HIP__) || HIP_VERSION_MAJOR < 6
#error "the macros by which programs recognise HIP are missing"
#endif

__constant__ float coefficients[4];

template <class T> __global__ void scale(T *x, T a, int n) {
  const int i = (int)(hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x);
  if (i < n) x[i] *= a;
}
__global__ void plain(float *x) { x[0] = coefficients[0]; }

// A program's own operator wins over the templates of HIP's vector types.
__host__ __device__ inline float3 operator+(float3 a, float3) { return a; }

#ifdef __CUDA_ARCH__
#ifndef __HIP_DEVICE_COMPILE__
#error "__HIP_DEVICE_COMPILE__ is missing on the device side"
#endif
extern "C" __device__ void set_active(unsigned long long);

extern "C" __device__ int device_hip(void) {
  const int lane = (int)__lane_id();
  int bad = 0;
  bad |= __shfl(lane * 3, 5) != 15;
  bad |= (__shfl_down(lane + 0.5, 1) != (lane < 31 ? lane + 1.5 : 31.5)) << 1;
  bad |= (__shfl_xor((long long)lane, 16) != (lane ^ 16)) << 2;
  bad |= (__shfl_up(lane, 4, 8) != (lane % 8 >= 4 ? lane - 4 : lane)) << 3;
  bad |= (__ballot(lane & 1) != 0xaaaaaaaaull || __ballot(1) != 0xffffffffull) << 4;
  bad |= (!__any(lane == 7) || __any(lane > 40) || !__all(lane < 32) || __all(lane)) << 5;
  bad |= (__shfl_sync(~0ull, lane, 9) != 9 || __shfl_sync(~0u, lane, 9) != 9) << 6;
  bad |= (__ballot_sync(~0ull, lane == 0) != 1 || __ballot_sync(~0u, lane == 0) != 1 || !__all_sync(~0ull, 1)) << 7;
  bad |= (float(__shfl_sync(~0ull, half(float(lane)), 3)) != 3.0f) << 8;
  bad |= (float(__shfl(__hip_bfloat16(float(lane)), 3)) != 3.0f) << 9;
  bad |= (__shfl_sync(-1, lane, 3) != 3 || __shfl_sync(-1, (short)lane, 3) != 3 || __shfl_xor_sync(-1, lane, 1) != (lane ^ 1)) << 11;
  const unsigned long long half_warp = lane < 16 ? 0xffffull : 0xffff0000ull;
  set_active(half_warp);
  bad |= (__ballot(1) != half_warp) << 10;
  set_active(~0u);
  return bad;
}
#else
#include <cstdio>
#include <cstring>

#include "block.h"

extern "C" {
int device_hip(void);

cudaError_t __chv_hip_architecture(char *text, size_t, int) {
  *text = 0; // it is no AMD GPU
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
  if (device != 0) return cudaErrorInvalidDevice;
  std::memset(p, 0, sizeof *p);
  std::strcpy(p->name, "stand-in");
  p->warpSize = 32, p->multiProcessorCount = 7, p->totalGlobalMem = 1ull << 40, p->maxGridSize[2] = 65535;
  return cudaSuccess;
}
const char *cudaGetErrorString(cudaError_t) { return "a text"; }
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t __chv_fill(void *to, unsigned value, unsigned element_bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) std::memcpy((char *)to + i * element_bytes, &value, element_bytes);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned) {
  callback(stream, cudaErrorLaunchFailure, data);
  return cudaSuccess;
}
static unsigned pushed, launched;
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t, cudaStream_t) {
  return pushed = grid.x * 1000 + block.x, 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *) { return cudaSuccess; }
cudaError_t cudaLaunchKernel(const void *kernel, dim3, dim3, void **, size_t, cudaStream_t) {
  return launched += kernel != nullptr, cudaSuccess;
}
}

static int failures;
#define CHECK(condition) \
  if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), ++failures

static void runtime() {
  CHECK(!std::strcmp(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue"));
  CHECK(!std::strcmp(hipGetErrorName((hipError_t)cudaErrorMemoryAllocation), "hipErrorOutOfMemory"));
  CHECK(!std::strcmp(hipGetErrorName((hipError_t)54321), "hipErrorUnknown") && hipErrorTbd == 1054);
  CHECK(!std::strcmp(hipGetErrorString(hipErrorNotReady), "a text"));
  CHECK((int)hipErrorIllegalAddress == cudaErrorIllegalAddress && (int)hipErrorNotSupported == cudaErrorNotSupported);
  hipDeviceProp_t properties;
  CHECK(hipGetDeviceProperties(&properties, 1) == hipErrorInvalidDevice);
  CHECK(hipGetDeviceProperties(&properties, 0) == hipSuccess && !std::strcmp(properties.name, "stand-in"));
  CHECK(properties.warpSize == 32 && properties.multiProcessorCount == 7 && properties.totalGlobalMem == 1ull << 40);
  CHECK(properties.maxGridSize[2] == 65535 && properties.gcnArchName[0] == 0);
  char name[6];
  CHECK(hipDeviceGetName(name, sizeof name, 0) == hipSuccess && !std::strcmp(name, "stand"));
  static int words[40000];
  CHECK(hipMemsetD32(words, 0x01020304, 39999) == hipSuccess);
  CHECK(words[0] == 0x01020304 && words[16384] == 0x01020304 && words[39998] == 0x01020304 && words[39999] == 0);
  hipError_t seen = hipSuccess;
  const auto callback = [](hipStream_t, hipError_t status, void *data) { *(hipError_t *)data = status; };
  CHECK(hipStreamAddCallback(nullptr, callback, &seen, 0) == hipSuccess && seen == hipErrorLaunchFailure);
}

static void launches() {
  float *x = nullptr;
  hipLaunchKernelGGL(plain, dim3(3), dim3(64), 0, 0, x);
  CHECK(pushed == 3064 && launched == 1);
  hipLaunchKernelGGL((scale<double>), 2, 32, 0, nullptr, (double *)x, 2.0, 4);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(scale), dim3(2), dim3(16), 0, 0, x, 2.0f, 4);
  CHECK(pushed == 2016 && launched == 3);
  void *arguments[] = {&x};
  CHECK(hipLaunchKernel(plain, dim3(1), dim3(1), arguments, 0, 0) == hipSuccess);
  CHECK(hipLaunchKernel((const void *)plain, dim3(1), dim3(1), arguments) == hipSuccess && launched == 5);
  scale<<<4, 8>>>(x, 1.0f, 1);
  CHECK(pushed == 4008 && launched == 6);
}

static void types() {
  const float4 v = float4{1, 2, 3, 4} * 2.0f + float4{1, 1, 1, 1};
  CHECK((v == float4{3, 5, 7, 9}) && (-v != v) && (v - v).w == 0);
  int2 i = {7, 9};
  i /= 2;
  CHECK((i == int2{3, 4}) && (float3{1, 2, 3} + float3{1, 1, 1}).z == 3);
  hip_bfloat16 b(1.0f);
  b += hip_bfloat16(0x1p-9f);
  CHECK(float(b) == 1.0f && hip_bfloat16(1.0f).data == 0x3f80);
  const hipFloatComplex z = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, -1));
  CHECK(z.x == 5 && z.y == 5 && hipCsqabsf(z) == 50);
  const hipDoubleComplex q = hipCdiv(make_hipDoubleComplex(7, 7), make_hipDoubleComplex(7, 0));
  CHECK(q.x == 1 && q.y == 1 && hipCabs(make_hipDoubleComplex(0x3p600, 0x4p600)) == 0x5p600);
  hiprandState_t hip;
  curandState cuda;
  hiprand_init(1, 2, 3, &hip), curand_init(1, 2, 3, &cuda);
  CHECK(hiprand_uniform(&hip) == curand_uniform(&cuda));
}

int main() {
  runtime();
  launches();
  types();
  static int bad;
  run_block(
      32,
      [](void *) {
        if (const int got = device_hip()) bad = got;
      },
      nullptr);
  if (bad) std::printf("device code: %x\n", (unsigned)bad), ++failures;
  return failures != 0;
}
#endif
