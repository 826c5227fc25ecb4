// Complex numbers of CUDA's C interface, on host and device. `cuFloatComplex` is float2, `cuDoubleComplex` is double2: x real, y
// imaginary. Division and absolute value scale their operands, so that they overflow only if the result does.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define CU_COMPLEX_H_

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __CHV_COMPLEX inline __host__ __device__

__CHV_COMPLEX float cuCrealf(cuFloatComplex __a) { return __a.x; }
__CHV_COMPLEX float cuCimagf(cuFloatComplex __a) { return __a.y; }
__CHV_COMPLEX cuFloatComplex make_cuFloatComplex(float __real_, float __imaginary) { return cuFloatComplex{__real_, __imaginary}; }
__CHV_COMPLEX cuFloatComplex cuConjf(cuFloatComplex __a) { return cuFloatComplex{__a.x, -__a.y}; }
__CHV_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex __a, cuFloatComplex __b) { return cuFloatComplex{__a.x + __b.x, __a.y + __b.y}; }
__CHV_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex __a, cuFloatComplex __b) { return cuFloatComplex{__a.x - __b.x, __a.y - __b.y}; }
__CHV_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex __a, cuFloatComplex __b) {
  return cuFloatComplex{__a.x * __b.x - __a.y * __b.y, __a.x * __b.y + __a.y * __b.x};
}
__CHV_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex __a, cuFloatComplex __b) {
  const float __scale = 1.0f / (__builtin_fabsf(__b.x) + __builtin_fabsf(__b.y));
  const float __ax = __a.x * __scale, __ay = __a.y * __scale, __bx = __b.x * __scale, __by = __b.y * __scale;
  const float __rest = 1.0f / (__bx * __bx + __by * __by);
  return cuFloatComplex{(__ax * __bx + __ay * __by) * __rest, (__ay * __bx - __ax * __by) * __rest};
}
__CHV_COMPLEX float cuCabsf(cuFloatComplex __a) { return __builtin_hypotf(__a.x, __a.y); }
__CHV_COMPLEX cuFloatComplex cuCfmaf(cuFloatComplex __a, cuFloatComplex __b, cuFloatComplex __c) {
  return cuFloatComplex{-(__a.y * __b.y) + (__a.x * __b.x + __c.x), __a.y * __b.x + (__a.x * __b.y + __c.y)};
}

__CHV_COMPLEX double cuCreal(cuDoubleComplex __a) { return __a.x; }
__CHV_COMPLEX double cuCimag(cuDoubleComplex __a) { return __a.y; }
__CHV_COMPLEX cuDoubleComplex make_cuDoubleComplex(double __real_, double __imaginary) { return cuDoubleComplex{__real_, __imaginary}; }
__CHV_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex __a) { return cuDoubleComplex{__a.x, -__a.y}; }
__CHV_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex __a, cuDoubleComplex __b) { return cuDoubleComplex{__a.x + __b.x, __a.y + __b.y}; }
__CHV_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex __a, cuDoubleComplex __b) { return cuDoubleComplex{__a.x - __b.x, __a.y - __b.y}; }
__CHV_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex __a, cuDoubleComplex __b) {
  return cuDoubleComplex{__a.x * __b.x - __a.y * __b.y, __a.x * __b.y + __a.y * __b.x};
}
__CHV_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex __a, cuDoubleComplex __b) {
  const double __scale = 1.0 / (__builtin_fabs(__b.x) + __builtin_fabs(__b.y));
  const double __ax = __a.x * __scale, __ay = __a.y * __scale, __bx = __b.x * __scale, __by = __b.y * __scale;
  const double __rest = 1.0 / (__bx * __bx + __by * __by);
  return cuDoubleComplex{(__ax * __bx + __ay * __by) * __rest, (__ay * __bx - __ax * __by) * __rest};
}
__CHV_COMPLEX double cuCabs(cuDoubleComplex __a) { return __builtin_hypot(__a.x, __a.y); }
__CHV_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex __a, cuDoubleComplex __b, cuDoubleComplex __c) {
  return cuDoubleComplex{-(__a.y * __b.y) + (__a.x * __b.x + __c.x), __a.y * __b.x + (__a.x * __b.y + __c.y)};
}

__CHV_COMPLEX cuComplex make_cuComplex(float __real_, float __imaginary) { return cuComplex{__real_, __imaginary}; }
__CHV_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex __a) { return cuDoubleComplex{__a.x, __a.y}; }
__CHV_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex __a) { return cuFloatComplex{(float)__a.x, (float)__a.y}; }

#undef __CHV_COMPLEX
