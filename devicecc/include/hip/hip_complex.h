// HIP's complex numbers: cuComplex.h under HIP's names.
#pragma once

#include "../cuComplex.h"
#include "hip_runtime_api.h"

typedef cuFloatComplex hipFloatComplex;
typedef cuDoubleComplex hipDoubleComplex;
typedef cuComplex hipComplex;

#define __CHV_COMPLEX inline __host__ __device__

__CHV_COMPLEX hipFloatComplex make_hipFloatComplex(float real, float imaginary) { return hipFloatComplex{real, imaginary}; }
__CHV_COMPLEX float hipCrealf(hipFloatComplex a) { return a.x; }
__CHV_COMPLEX float hipCimagf(hipFloatComplex a) { return a.y; }
__CHV_COMPLEX hipFloatComplex hipConjf(hipFloatComplex a) { return cuConjf(a); }
__CHV_COMPLEX float hipCsqabsf(hipFloatComplex a) { return a.x * a.x + a.y * a.y; }
__CHV_COMPLEX hipFloatComplex hipCaddf(hipFloatComplex a, hipFloatComplex b) { return cuCaddf(a, b); }
__CHV_COMPLEX hipFloatComplex hipCsubf(hipFloatComplex a, hipFloatComplex b) { return cuCsubf(a, b); }
__CHV_COMPLEX hipFloatComplex hipCmulf(hipFloatComplex a, hipFloatComplex b) { return cuCmulf(a, b); }
__CHV_COMPLEX hipFloatComplex hipCdivf(hipFloatComplex a, hipFloatComplex b) { return cuCdivf(a, b); }
__CHV_COMPLEX float hipCabsf(hipFloatComplex a) { return cuCabsf(a); }
__CHV_COMPLEX hipFloatComplex hipCfmaf(hipFloatComplex a, hipFloatComplex b, hipFloatComplex c) { return cuCfmaf(a, b, c); }

__CHV_COMPLEX hipDoubleComplex make_hipDoubleComplex(double real, double imaginary) {
  return hipDoubleComplex{real, imaginary};
}
__CHV_COMPLEX double hipCreal(hipDoubleComplex a) { return a.x; }
__CHV_COMPLEX double hipCimag(hipDoubleComplex a) { return a.y; }
__CHV_COMPLEX hipDoubleComplex hipConj(hipDoubleComplex a) { return cuConj(a); }
__CHV_COMPLEX double hipCsqabs(hipDoubleComplex a) { return a.x * a.x + a.y * a.y; }
__CHV_COMPLEX hipDoubleComplex hipCadd(hipDoubleComplex a, hipDoubleComplex b) { return cuCadd(a, b); }
__CHV_COMPLEX hipDoubleComplex hipCsub(hipDoubleComplex a, hipDoubleComplex b) { return cuCsub(a, b); }
__CHV_COMPLEX hipDoubleComplex hipCmul(hipDoubleComplex a, hipDoubleComplex b) { return cuCmul(a, b); }
__CHV_COMPLEX hipDoubleComplex hipCdiv(hipDoubleComplex a, hipDoubleComplex b) { return cuCdiv(a, b); }
__CHV_COMPLEX double hipCabs(hipDoubleComplex a) { return cuCabs(a); }
__CHV_COMPLEX hipDoubleComplex hipCfma(hipDoubleComplex a, hipDoubleComplex b, hipDoubleComplex c) { return cuCfma(a, b, c); }

__CHV_COMPLEX hipComplex make_hipComplex(float real, float imaginary) { return hipComplex{real, imaginary}; }
__CHV_COMPLEX hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex a) { return cuComplexFloatToDouble(a); }
__CHV_COMPLEX hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex a) { return cuComplexDoubleToFloat(a); }

#undef __CHV_COMPLEX
