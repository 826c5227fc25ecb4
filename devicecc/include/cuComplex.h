// Complex numbers of CUDA's C interface, on host and device. `cuFloatComplex` is float2, `cuDoubleComplex` is double2: x real, y
// imaginary. Division and absolute value scale their operands, so that they overflow only if the result does.
#pragma once

#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define __CHV_COMPLEX inline __host__ __device__

__CHV_COMPLEX float cuCrealf(cuFloatComplex a) { return a.x; }
__CHV_COMPLEX float cuCimagf(cuFloatComplex a) { return a.y; }
__CHV_COMPLEX cuFloatComplex make_cuFloatComplex(float real, float imaginary) { return cuFloatComplex{real, imaginary}; }
__CHV_COMPLEX cuFloatComplex cuConjf(cuFloatComplex a) { return cuFloatComplex{a.x, -a.y}; }
__CHV_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) { return cuFloatComplex{a.x + b.x, a.y + b.y}; }
__CHV_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) { return cuFloatComplex{a.x - b.x, a.y - b.y}; }
__CHV_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
  return cuFloatComplex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__CHV_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
  const float scale = 1.0f / (__builtin_fabsf(b.x) + __builtin_fabsf(b.y));
  const float ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  const float rest = 1.0f / (bx * bx + by * by);
  return cuFloatComplex{(ax * bx + ay * by) * rest, (ay * bx - ax * by) * rest};
}
__CHV_COMPLEX float cuCabsf(cuFloatComplex a) { return __builtin_hypotf(a.x, a.y); }
__CHV_COMPLEX cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
  return cuFloatComplex{-(a.y * b.y) + (a.x * b.x + c.x), a.y * b.x + (a.x * b.y + c.y)};
}

__CHV_COMPLEX double cuCreal(cuDoubleComplex a) { return a.x; }
__CHV_COMPLEX double cuCimag(cuDoubleComplex a) { return a.y; }
__CHV_COMPLEX cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) { return cuDoubleComplex{real, imaginary}; }
__CHV_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex a) { return cuDoubleComplex{a.x, -a.y}; }
__CHV_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) { return cuDoubleComplex{a.x + b.x, a.y + b.y}; }
__CHV_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) { return cuDoubleComplex{a.x - b.x, a.y - b.y}; }
__CHV_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
  return cuDoubleComplex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__CHV_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
  const double scale = 1.0 / (__builtin_fabs(b.x) + __builtin_fabs(b.y));
  const double ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  const double rest = 1.0 / (bx * bx + by * by);
  return cuDoubleComplex{(ax * bx + ay * by) * rest, (ay * bx - ax * by) * rest};
}
__CHV_COMPLEX double cuCabs(cuDoubleComplex a) { return __builtin_hypot(a.x, a.y); }
__CHV_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return cuDoubleComplex{-(a.y * b.y) + (a.x * b.x + c.x), a.y * b.x + (a.x * b.y + c.y)};
}

__CHV_COMPLEX cuComplex make_cuComplex(float real, float imaginary) { return cuComplex{real, imaginary}; }
__CHV_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }
__CHV_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return cuFloatComplex{(float)a.x, (float)a.y}; }

#undef __CHV_COMPLEX
