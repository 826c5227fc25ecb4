// HIP's complex numbers: cuComplex.h under HIP's names. Quotients are by HIP's formula, which does not scale as CUDA's does.
#pragma once

#include "../cuComplex.h"
#include "hip_runtime_api.h"

typedef cuFloatComplex hipFloatComplex;
typedef cuDoubleComplex hipDoubleComplex;
typedef cuComplex hipComplex;

#define __CHV_COMPLEX inline __host__ __device__

__CHV_COMPLEX hipFloatComplex make_hipFloatComplex(float __real_, float __imaginary) { return hipFloatComplex{__real_, __imaginary}; }
__CHV_COMPLEX float hipCrealf(hipFloatComplex __a) { return __a.x; }
__CHV_COMPLEX float hipCimagf(hipFloatComplex __a) { return __a.y; }
__CHV_COMPLEX hipFloatComplex hipConjf(hipFloatComplex __a) { return cuConjf(__a); }
__CHV_COMPLEX float hipCsqabsf(hipFloatComplex __a) { return __a.x * __a.x + __a.y * __a.y; }
__CHV_COMPLEX hipFloatComplex hipCaddf(hipFloatComplex __a, hipFloatComplex __b) { return cuCaddf(__a, __b); }
__CHV_COMPLEX hipFloatComplex hipCsubf(hipFloatComplex __a, hipFloatComplex __b) { return cuCsubf(__a, __b); }
__CHV_COMPLEX hipFloatComplex hipCmulf(hipFloatComplex __a, hipFloatComplex __b) { return cuCmulf(__a, __b); }
__CHV_COMPLEX hipFloatComplex hipCdivf(hipFloatComplex __a, hipFloatComplex __b) {
  const float __square = hipCsqabsf(__b);
  return hipFloatComplex{(__a.x * __b.x + __a.y * __b.y) / __square, (__a.y * __b.x - __a.x * __b.y) / __square};
}
__CHV_COMPLEX float hipCabsf(hipFloatComplex __a) { return cuCabsf(__a); }
__CHV_COMPLEX hipFloatComplex hipCfmaf(hipFloatComplex __a, hipFloatComplex __b, hipFloatComplex __c) { return cuCfmaf(__a, __b, __c); }

__CHV_COMPLEX hipDoubleComplex make_hipDoubleComplex(double __real_, double __imaginary) {
  return hipDoubleComplex{__real_, __imaginary};
}
__CHV_COMPLEX double hipCreal(hipDoubleComplex __a) { return __a.x; }
__CHV_COMPLEX double hipCimag(hipDoubleComplex __a) { return __a.y; }
__CHV_COMPLEX hipDoubleComplex hipConj(hipDoubleComplex __a) { return cuConj(__a); }
__CHV_COMPLEX double hipCsqabs(hipDoubleComplex __a) { return __a.x * __a.x + __a.y * __a.y; }
__CHV_COMPLEX hipDoubleComplex hipCadd(hipDoubleComplex __a, hipDoubleComplex __b) { return cuCadd(__a, __b); }
__CHV_COMPLEX hipDoubleComplex hipCsub(hipDoubleComplex __a, hipDoubleComplex __b) { return cuCsub(__a, __b); }
__CHV_COMPLEX hipDoubleComplex hipCmul(hipDoubleComplex __a, hipDoubleComplex __b) { return cuCmul(__a, __b); }
__CHV_COMPLEX hipDoubleComplex hipCdiv(hipDoubleComplex __a, hipDoubleComplex __b) {
  const double __square = hipCsqabs(__b);
  return hipDoubleComplex{(__a.x * __b.x + __a.y * __b.y) / __square, (__a.y * __b.x - __a.x * __b.y) / __square};
}
__CHV_COMPLEX double hipCabs(hipDoubleComplex __a) { return cuCabs(__a); }
__CHV_COMPLEX hipDoubleComplex hipCfma(hipDoubleComplex __a, hipDoubleComplex __b, hipDoubleComplex __c) { return cuCfma(__a, __b, __c); }

__CHV_COMPLEX hipComplex make_hipComplex(float __real_, float __imaginary) { return hipComplex{__real_, __imaginary}; }
__CHV_COMPLEX hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex __a) { return cuComplexFloatToDouble(__a); }
__CHV_COMPLEX hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex __a) { return cuComplexDoubleToFloat(__a); }

#undef __CHV_COMPLEX
