; Math functions whose form in LLVM differs from libdevice's. Only what a kernel uses is linked.

declare float @__nv_frexpf(float, ptr)
declare double @__nv_frexp(double, ptr)
declare float @__nv_modff(float, ptr)
declare double @__nv_modf(double, ptr)
declare void @__nv_sincosf(float, ptr, ptr)
declare void @__nv_sincos(double, ptr, ptr)
declare float @__nv_scalbnf(float, i32)
declare double @__nv_scalbn(double, i32)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

define linkonce_odr { float, i32 } @chv.frexpf(float %x) alwaysinline nounwind {
  %out = alloca i32
  %fraction = call float @__nv_frexpf(float %x, ptr %out)
  %exponent = load i32, ptr %out
  %part = insertvalue { float, i32 } poison, float %fraction, 0
  %whole = insertvalue { float, i32 } %part, i32 %exponent, 1
  ret { float, i32 } %whole
}

define linkonce_odr { double, i32 } @chv.frexp(double %x) alwaysinline nounwind {
  %out = alloca i32
  %fraction = call double @__nv_frexp(double %x, ptr %out)
  %exponent = load i32, ptr %out
  %part = insertvalue { double, i32 } poison, double %fraction, 0
  %whole = insertvalue { double, i32 } %part, i32 %exponent, 1
  ret { double, i32 } %whole
}

define linkonce_odr { float, float } @chv.modff(float %x) alwaysinline nounwind {
  %out = alloca float
  %fraction = call float @__nv_modff(float %x, ptr %out)
  %integer = load float, ptr %out
  %part = insertvalue { float, float } poison, float %fraction, 0
  %whole = insertvalue { float, float } %part, float %integer, 1
  ret { float, float } %whole
}

define linkonce_odr { double, double } @chv.modf(double %x) alwaysinline nounwind {
  %out = alloca double
  %fraction = call double @__nv_modf(double %x, ptr %out)
  %integer = load double, ptr %out
  %part = insertvalue { double, double } poison, double %fraction, 0
  %whole = insertvalue { double, double } %part, double %integer, 1
  ret { double, double } %whole
}

define linkonce_odr { float, float } @chv.sincosf(float %x) alwaysinline nounwind {
  %sine.out = alloca float
  %cosine.out = alloca float
  call void @__nv_sincosf(float %x, ptr %sine.out, ptr %cosine.out)
  %sine = load float, ptr %sine.out
  %cosine = load float, ptr %cosine.out
  %part = insertvalue { float, float } poison, float %sine, 0
  %whole = insertvalue { float, float } %part, float %cosine, 1
  ret { float, float } %whole
}

define linkonce_odr { double, double } @chv.sincos(double %x) alwaysinline nounwind {
  %sine.out = alloca double
  %cosine.out = alloca double
  call void @__nv_sincos(double %x, ptr %sine.out, ptr %cosine.out)
  %sine = load double, ptr %sine.out
  %cosine = load double, ptr %cosine.out
  %part = insertvalue { double, double } poison, double %sine, 0
  %whole = insertvalue { double, double } %part, double %cosine, 1
  ret { double, double } %whole
}

define linkonce_odr float @chv.scalblnf(float %x, i64 %n) alwaysinline nounwind {
  %low = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
  %clamped = call i64 @llvm.smin.i64(i64 %low, i64 100000)
  %exponent = trunc i64 %clamped to i32
  %scaled = call float @__nv_scalbnf(float %x, i32 %exponent)
  ret float %scaled
}

define linkonce_odr double @chv.scalbln(double %x, i64 %n) alwaysinline nounwind {
  %low = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
  %clamped = call i64 @llvm.smin.i64(i64 %low, i64 100000)
  %exponent = trunc i64 %clamped to i32
  %scaled = call double @__nv_scalbn(double %x, i32 %exponent)
  ret double %scaled
}
