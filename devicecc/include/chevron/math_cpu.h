// Functions of the CPU device's own that no library of the machine has (devicecc/runtime/math.c): emission puts their code in, which becomes vectors.
#pragma once

#include "qualifiers.h"

#ifdef __CHV_CPU__
#define __CHV_MATH extern "C" __device__ __attribute__((__const__, __nothrow__))
__CHV_MATH float __chv_math_fast_sinf(float __x);
__CHV_MATH float __chv_math_fast_cosf(float __x);
__CHV_MATH float __chv_math_fast_divide(float __x, float __y);
__CHV_MATH float __chv_math_fast_expf(float __x);
__CHV_MATH float __chv_math_fast_exp10f(float __x);
__CHV_MATH float __chv_math_fast_log2f(float __x);
__CHV_MATH float __chv_math_fast_log10f(float __x);
__CHV_MATH float __chv_math_fast_powf(float __x, float __y);
__CHV_MATH float __chv_math_fast_tanhf(float __x);
__CHV_MATH float __chv_math_rsqrtf(float __x);
__CHV_MATH float __chv_math_rcbrtf(float __x);
__CHV_MATH float __chv_math_rhypotf(float __x, float __y);
#undef __CHV_MATH
#endif
