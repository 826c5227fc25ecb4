// Functions of CUDA's math library that libm does not have, on NVIDIA GPUs: libdevice has them, under `__nv_` names. Included by
// math_special.h, whose qualifiers it uses.
#pragma once

#include "qualifiers.h"

extern "C" {
#define __CHV_NV1(name)                                                                                                \
  __device__ double __nv_##name(double);                                                                               \
  __device__ float __nv_##name##f(float);
__CHV_NV1(rsqrt) __CHV_NV1(rcbrt) __CHV_NV1(sinpi) __CHV_NV1(cospi) __CHV_NV1(erfcx) __CHV_NV1(erfinv) __CHV_NV1(erfcinv)
__CHV_NV1(normcdf) __CHV_NV1(normcdfinv) __CHV_NV1(cyl_bessel_i0) __CHV_NV1(cyl_bessel_i1)
#undef __CHV_NV1
#define __CHV_NV(F, suffix)                                                                                            \
  __device__ F __nv_rhypot##suffix(F, F);                                                                              \
  __device__ void __nv_sincospi##suffix(F, F *, F *);                                                                  \
  __device__ F __nv_norm##suffix(int, const F *);                                                                      \
  __device__ F __nv_rnorm##suffix(int, const F *);                                                                     \
  __device__ F __nv_norm3d##suffix(F, F, F);                                                                           \
  __device__ F __nv_norm4d##suffix(F, F, F, F);                                                                        \
  __device__ F __nv_rnorm3d##suffix(F, F, F);                                                                          \
  __device__ F __nv_rnorm4d##suffix(F, F, F, F);
__CHV_NV(double, )
__CHV_NV(float, f)
#undef __CHV_NV
}

#define __CHV_SPECIAL1(qualifier, name)                                                                                \
  qualifier double name(double __x) { return __nv_##name(__x); }                                                       \
  qualifier float name##f(float __x) { return __nv_##name##f(__x); }
__CHV_BOTH_UNTIL_GLIBC_2_42 double rsqrt(double __x) { return __nv_rsqrt(__x); }
__CHV_BOTH_UNTIL_GLIBC_2_42 float rsqrtf(float __x) { return __nvvm_rsqrt_approx_f(__x); }
__CHV_SPECIAL1(__CHV_BOTH_UNTIL_GLIBC_2_41, sinpi)
__CHV_SPECIAL1(__CHV_BOTH_UNTIL_GLIBC_2_41, cospi)
__CHV_SPECIAL1(__CHV_BOTH, rcbrt)
__CHV_SPECIAL1(__CHV_BOTH, erfcx)
__CHV_SPECIAL1(__CHV_BOTH, erfinv)
__CHV_SPECIAL1(__CHV_BOTH, erfcinv)
__CHV_SPECIAL1(__CHV_BOTH, normcdf)
__CHV_SPECIAL1(__CHV_BOTH, normcdfinv)
__CHV_SPECIAL1(__CHV_BOTH, cyl_bessel_i0)
__CHV_SPECIAL1(__CHV_BOTH, cyl_bessel_i1)
#undef __CHV_SPECIAL1
#define __CHV_SPECIAL(F, suffix)                                                                                       \
  __CHV_BOTH F rhypot##suffix(F __x, F __y) { return __nv_rhypot##suffix(__x, __y); }                                  \
  __CHV_BOTH void sincospi##suffix(F __x, F *__s, F *__c) { __nv_sincospi##suffix(__x, __s, __c); }                    \
  __CHV_BOTH F norm##suffix(int __n, const F *__p) { return __nv_norm##suffix(__n, __p); }                             \
  __CHV_BOTH F rnorm##suffix(int __n, const F *__p) { return __nv_rnorm##suffix(__n, __p); }                           \
  __CHV_BOTH F norm3d##suffix(F __a, F __b, F __c) { return __nv_norm3d##suffix(__a, __b, __c); }                      \
  __CHV_BOTH F norm4d##suffix(F __a, F __b, F __c, F __d) { return __nv_norm4d##suffix(__a, __b, __c, __d); }          \
  __CHV_BOTH F rnorm3d##suffix(F __a, F __b, F __c) { return __nv_rnorm3d##suffix(__a, __b, __c); }                    \
  __CHV_BOTH F rnorm4d##suffix(F __a, F __b, F __c, F __d) { return __nv_rnorm4d##suffix(__a, __b, __c, __d); }
__CHV_SPECIAL(double, )
__CHV_SPECIAL(float, f)
#undef __CHV_SPECIAL
