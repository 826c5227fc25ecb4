// Clang 22's builtins for the smaller and the larger of unsigned numbers compare them as signed ones if they name the scope of a block or of
// the system. In our headers and in clang's own, these stand in their places: for a block the GPU-wide instruction, for the system assembler.
#pragma once

#ifdef __NVPTX__

#define __CHV_SYSTEM(name, T, bits, constraint)                                                                        \
  inline __attribute__((device, always_inline)) T __chv_atom_sys_##name##_u##bits(volatile T *__address, T __value) { \
    T __old;                                                                                                           \
    asm volatile("atom.sys." #name ".u" #bits " %0, [%1], %2;" : "=" constraint(__old) : "l"(__address), constraint(__value) : "memory"); \
    return __old;                                                                                                      \
  }
__CHV_SYSTEM(min, unsigned, 32, "r")
__CHV_SYSTEM(max, unsigned, 32, "r")
__CHV_SYSTEM(min, unsigned long long, 64, "l")
__CHV_SYSTEM(max, unsigned long long, 64, "l")
#undef __CHV_SYSTEM

#define __nvvm_atom_cta_min_gen_ui __nvvm_atom_min_gen_ui
#define __nvvm_atom_cta_max_gen_ui __nvvm_atom_max_gen_ui
#define __nvvm_atom_cta_min_gen_ull __nvvm_atom_min_gen_ull
#define __nvvm_atom_cta_max_gen_ull __nvvm_atom_max_gen_ull
#define __nvvm_atom_sys_min_gen_ui __chv_atom_sys_min_u32
#define __nvvm_atom_sys_max_gen_ui __chv_atom_sys_max_u32
#define __nvvm_atom_sys_min_gen_ull __chv_atom_sys_min_u64
#define __nvvm_atom_sys_max_gen_ull __chv_atom_sys_max_u64

#endif
