// The primitives of `primitives_amdgcn.h` as functions, for what the compiler calls by name: inline PTX, as the shim translates it. `build.rs` compiles this once
// for each number of lanes, and `emit/amd` links what a kernel uses into it.
#include "../include/chevron/qualifiers.h"

#undef __device__
#define __device__
#undef __shared__
#define __shared__ __attribute__((address_space(3), loader_uninitialized))
#undef __CHV_DEVICE
#define __CHV_DEVICE __attribute__((always_inline))
#include "../include/chevron/primitives_amdgcn.h"

// Headers call the two of it by overloads.
extern "C" __CHV_DEVICE unsigned long long __chv_sync_shuffle(unsigned long long mask, unsigned long long value, unsigned operand, unsigned width, unsigned kind,
                                                              unsigned) {
  return __chv_shuffle(mask, value, operand, width, kind);
}
