// How indices, shuffles, votes and reductions reach the primitives (kind, width, mask, site), and what atomics, hinted loads and
// stores do.
#include "check.h"

extern "C" {
extern __device__ unsigned chv_last_kind, chv_last_operand, chv_last_width, chv_last_site;
extern __device__ unsigned long long chv_last_mask, chv_last_value;
}

static __device__ void indices() {
  expect("threadIdx", threadIdx.x * 100 + threadIdx.y * 10 + threadIdx.z, 123u);
  expect("blockIdx", blockIdx.x * 100 + blockIdx.y * 10 + blockIdx.z, 456u);
  expect("blockDim", blockDim.x * 100 + blockDim.y * 10 + blockDim.z, 789u);
  dim3 grid = gridDim;
  uint3 thread = threadIdx;
  auto block = blockIdx;
  expect("gridDim", grid.x * 10000 + grid.y * 100 + grid.z, 101112u);
  expect("uint3", thread.x + thread.z, 4u), expect("copy", block.y, 5u), expect("warpSize", warpSize, __CHEVRON_WARP_SIZE__);
}

template <class T> static __device__ void exchange(const char *what, T value, unsigned long long bits) {
  const unsigned long long all = __CHEVRON_WARP_SIZE__ == 64 ? ~0ull : 0xffffffffull;
  chv_last_site = 77;
#define CALLED(call, k, o, w)                                                                                          \
  expect(what, call, value), expect(what, chv_last_value, bits), expect(what, chv_last_kind, k);                       \
  expect(what, chv_last_operand, (unsigned)(o)), expect(what, chv_last_width, w), expect(what, chv_last_site, 0u);     \
  expect(what, chv_last_mask, all);
  CALLED(__shfl_sync(-1, value, 5), 0u, 5, (unsigned)warpSize)
  CALLED(__shfl_up_sync((__chv_mask)-1, value, 2, 16), 1u, 2, 16u)
  CALLED(__shfl_down_sync((__chv_mask)-1, value, 3, 8), 2u, 3, 8u)
  CALLED(__shfl_xor_sync((__chv_mask)-1, value, 1), 3u, 1, (unsigned)warpSize)
  int uniform = 0;
  expect(what, __match_any_sync(3, value), (__chv_mask)1), expect(what, chv_last_value, bits), expect(what, chv_last_mask, 3ull);
  expect(what, __match_all_sync(3, value, &uniform), (__chv_mask)1), expect(what, uniform, 1);
}
static __device__ void warps() {
  exchange("shuffle int", -3, 0xfffffffdull), exchange("shuffle unsigned", 0x80000000u, 0x80000000ull);
  exchange("shuffle float", -2.0f, 0xc0000000ull), exchange("shuffle double", -2.0, 0xc000000000000000ull);
  exchange("shuffle long", -1l, ~0ull), exchange("shuffle long long", -2ll, ~1ull);
  exchange("shuffle unsigned long", 7ul, 7ull), exchange("shuffle unsigned long long", ~0ull, ~0ull);
  expect("__ballot_sync", __ballot_sync(5, 2), (__chv_mask)1), expect("ballot none", __ballot_sync(5, 0), (__chv_mask)0);
  expect("__all_sync", __all_sync(1, 3), 1), expect("not all", __all_sync(1, 0), 0);
  expect("__any_sync", __any_sync(1, 3), 1), expect("not any", __any_sync(1, 0), 0);
#define REDUCED(name, value, k)                                                                                        \
  expect(#name, name(9, value), value), expect(#name, chv_last_kind, k), expect(#name, chv_last_mask, 9ull);
  REDUCED(__reduce_add_sync, 3u, 0u) REDUCED(__reduce_add_sync, -3, 0u) REDUCED(__reduce_min_sync, 3u, 1u)
  REDUCED(__reduce_max_sync, 3u, 2u) REDUCED(__reduce_min_sync, -3, 3u) REDUCED(__reduce_max_sync, -3, 4u)
  REDUCED(__reduce_and_sync, 3u, 5u) REDUCED(__reduce_or_sync, 3u, 6u) REDUCED(__reduce_xor_sync, 3u, 7u)
}

// old value and new value of one operation on `start`
#define ATOMIC(T, start, call, after)                                                                                  \
  {                                                                                                                    \
    T cell = start;                                                                                                    \
    T *p = &cell;                                                                                                      \
    expect(#T " " #call, call, (T)(start)), expect(#T " " #call " stores", cell, (T)(after));                          \
  }
#define INTEGERS(T, s)                                                                                                 \
  ATOMIC(T, 5, atomicAdd##s(p, (T)3), 8) ATOMIC(T, 5, atomicSub##s(p, (T)7), (T)5 - (T)7) ATOMIC(T, 5, atomicExch##s(p, (T)9), 9) \
  ATOMIC(T, 5, atomicMin##s(p, (T)-1), (T)-1 < (T)5 ? (T)-1 : (T)5) ATOMIC(T, 5, atomicMax##s(p, (T)-1), (T)-1 > (T)5 ? (T)-1 : (T)5) \
  ATOMIC(T, 5, atomicMin##s(p, (T)3), 3) ATOMIC(T, 5, atomicMax##s(p, (T)8), 8)                                        \
  ATOMIC(T, 6, atomicAnd##s(p, (T)3), 2) ATOMIC(T, 6, atomicOr##s(p, (T)3), 7) ATOMIC(T, 6, atomicXor##s(p, (T)3), 5)  \
  ATOMIC(T, 5, atomicCAS##s(p, (T)5, (T)9), 9) ATOMIC(T, 5, atomicCAS##s(p, (T)4, (T)9), 5)
#define SCOPE(s)                                                                                                       \
  INTEGERS(int, s) INTEGERS(unsigned, s) INTEGERS(long long, s) INTEGERS(unsigned long long, s) INTEGERS(unsigned long, s) \
  ATOMIC(unsigned, 5, atomicInc##s(p, 5), 0) ATOMIC(unsigned, 5, atomicInc##s(p, 6), 6) ATOMIC(unsigned, 9, atomicInc##s(p, 6), 0) \
  ATOMIC(unsigned, 0, atomicDec##s(p, 6), 6) ATOMIC(unsigned, 5, atomicDec##s(p, 6), 4) ATOMIC(unsigned, 9, atomicDec##s(p, 6), 6) \
  ATOMIC(float, 1.5f, atomicAdd##s(p, 2.0f), 3.5f) ATOMIC(double, 1.5, atomicAdd##s(p, -2.0), -0.5)                    \
  ATOMIC(float, 1.5f, atomicExch##s(p, 2.0f), 2.0f)                                                                    \
  ATOMIC(unsigned short, 5, atomicCAS##s(p, (unsigned short)5, (unsigned short)7), 7)
static __device__ void atomics() {
  SCOPE()
  SCOPE(_block)
  SCOPE(_system)
  float4 v = make_float4(1, 2, 3, 4), old = atomicAdd(&v, make_float4(4, 3, 2, 1));
  expect("atomicAdd float4", v.x + v.y + v.z + v.w, 20.0f), expect("atomicAdd float4 old", old.w, 4.0f);
}

static __device__ void memory() {
  float f = 2;
  int4 v = make_int4(1, 2, 3, 4);
  expect("loads", __ldg(&f) + __ldca(&f) + __ldcg(&f) + __ldcs(&f) + __ldlu(&f) + __ldcv(&f), 12.0f);
  expect("load int4", __ldg(&v).w + __ldcv(&v).x, 5);
  __stcg(&f, 3), expect("__stcg", f, 3.0f), __stwt(&f, 4), expect("__stwt", f, 4.0f), __stcs(&f, 5), __stwb(&f, 6.5f);
  expect("__stwb", f, 6.5f), __stwt(&v, make_int4(5, 6, 7, 8)), expect("__stwt int4", v.z, 7);
  char text[8];
  memset(text, 'a', 7), text[7] = 0, memcpy(text, "xy", 2);
  expect("strlen", strlen(text), 7ul), expect("memcmp", memcmp(text, "xyaaaaa", 8), 0);
  expect("sizes", sizeof(float3) + sizeof(char3) + sizeof(dim3), 27ul), expect("alignments", alignof(float4) + alignof(double2) + alignof(short4) + alignof(longlong2) + alignof(float2), 64ul);
}

extern "C" __device__ void check() {
  indices();
  warps();
  atomics();
  memory();
}
