//# HIP's bit fields, lane counts and those of AMD's builtins that mean something everywhere; memory scopes of its atomics.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda", "hip"]
#include <hip/hip_runtime.h>
__bitextract_u64(0xfedcba9876543210ull, 20, 12) == 0x765
//= (bool) true
__bitinsert_u32(0xffffffffu, 5u, 8, 4) == 0xfffff5ffu
//= (bool) true
__lastbit_u32_u32(0x50u) + __lastbit_u32_u64(0)
//= (unsigned int) 3
__managed__ int lanes[64]; __managed__ int sum, swapped;
__global__ void where() { int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); lanes[__builtin_amdgcn_workitem_id_x()] = 100 * __builtin_amdgcn_readfirstlane(lane + 1) + lane; int got = __builtin_amdgcn_ds_bpermute(4 * 7, lane); if (lane == 3) swapped = got; __builtin_amdgcn_s_barrier(); __hip_atomic_fetch_add(&sum, 2, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
where<<<1, 40>>>(); hipDeviceSynchronize(); lanes[5]
//= (int) 105
lanes[39]
//= (int) 107
sum
//= (int) 80
swapped
//= (int) 7
int counted = 0; __hip_atomic_fetch_add(&counted, 3, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM); counted
//= (int) 3
__global__ void moved(int *p) { *p = __builtin_amdgcn_mov_dpp(*p, 0, 0xf, 0xf, true); }
//? cell 12:1:38: error: '__builtin_amdgcn_mov_dpp<int, int, int, int, bool>' is unavailable: `__builtin_amdgcn_mov_dpp` (an instruction of AMD's devices) is not in Chevron yet
//?     1 | __global__ void moved(int *p) { *p = __builtin_amdgcn_mov_dpp(*p, 0, 0xf, 0xf, true); }
//?       |                                      ^
