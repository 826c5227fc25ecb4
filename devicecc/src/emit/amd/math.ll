; Math functions whose form differs from ocml's, or that need no library. Only what a kernel uses is linked.

declare { float, i32 } @llvm.frexp.f32.i32(float)
declare float @llvm.ldexp.f32.i32(float, i32)
declare float @llvm.trunc.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare float @__ocml_sin_f32(float)
declare float @__ocml_cos_f32(float)
declare float @__ocml_pown_f32(float, i32)
declare float @__ocml_remquo_f32(float, float, ptr addrspace(5))

define linkonce_odr float @chv.frexpf(float %x, ptr %out) alwaysinline nounwind {
  %both = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %exponent = extractvalue { float, i32 } %both, 1
  store i32 %exponent, ptr %out
  %fraction = extractvalue { float, i32 } %both, 0
  ret float %fraction
}

define linkonce_odr float @chv.ldexpf(float %x, i32 %n) alwaysinline nounwind {
  %result = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
  ret float %result
}

define linkonce_odr float @chv.scalbnf(float %x, i32 %n) alwaysinline nounwind {
  %result = call float @llvm.ldexp.f32.i32(float %x, i32 %n)
  ret float %result
}

define linkonce_odr float @chv.scalblnf(float %x, i64 %n) alwaysinline nounwind {
  %low = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
  %both = call i64 @llvm.smin.i64(i64 %low, i64 100000)
  %short = trunc i64 %both to i32
  %result = call float @llvm.ldexp.f32.i32(float %x, i32 %short)
  ret float %result
}

; The integer part, and what is left: of an infinity nothing, with its sign.
define linkonce_odr { float, float } @chv.modf.pairf(float %x) alwaysinline nounwind {
  %integer = call float @llvm.trunc.f32(float %x)
  %rest = fsub float %x, %integer
  %size = call float @llvm.fabs.f32(float %x)
  %infinite = fcmp oeq float %size, 0x7FF0000000000000
  %finite = select i1 %infinite, float 0.0, float %rest
  %signed = call float @llvm.copysign.f32(float %finite, float %x)
  %part = insertvalue { float, float } poison, float %signed, 0
  %whole = insertvalue { float, float } %part, float %integer, 1
  ret { float, float } %whole
}

define linkonce_odr float @chv.modff(float %x, ptr %out) alwaysinline nounwind {
  %both = call { float, float } @chv.modf.pairf(float %x)
  %integer = extractvalue { float, float } %both, 1
  store float %integer, ptr %out
  %rest = extractvalue { float, float } %both, 0
  ret float %rest
}

define linkonce_odr { float, float } @chv.sincos.pairf(float %x) alwaysinline nounwind {
  %sine = call float @__ocml_sin_f32(float %x)
  %cosine = call float @__ocml_cos_f32(float %x)
  %part = insertvalue { float, float } poison, float %sine, 0
  %whole = insertvalue { float, float } %part, float %cosine, 1
  ret { float, float } %whole
}

define linkonce_odr void @chv.sincosf(float %x, ptr %s, ptr %c) alwaysinline nounwind {
  %sine = call float @__ocml_sin_f32(float %x)
  store float %sine, ptr %s
  %cosine = call float @__ocml_cos_f32(float %x)
  store float %cosine, ptr %c
  ret void
}

define linkonce_odr float @chv.powif(float %x, i32 %n) alwaysinline nounwind {
  %result = call float @__ocml_pown_f32(float %x, i32 %n)
  ret float %result
}

define linkonce_odr float @chv.remquof(float %x, float %y, ptr %out) alwaysinline nounwind {
  %quotient = alloca i32, align 4, addrspace(5)
  %rest = call float @__ocml_remquo_f32(float %x, float %y, ptr addrspace(5) %quotient)
  %bits = load i32, ptr addrspace(5) %quotient
  store i32 %bits, ptr %out
  ret float %rest
}

define linkonce_odr i64 @chv.lrintf(float %x) alwaysinline nounwind {
  %whole = call float @llvm.rint.f32(float %x)
  %result = call i64 @llvm.fptosi.sat.i64.f32(float %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.llrintf(float %x) alwaysinline nounwind {
  %whole = call float @llvm.rint.f32(float %x)
  %result = call i64 @llvm.fptosi.sat.i64.f32(float %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.lroundf(float %x) alwaysinline nounwind {
  %whole = call float @llvm.round.f32(float %x)
  %result = call i64 @llvm.fptosi.sat.i64.f32(float %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.llroundf(float %x) alwaysinline nounwind {
  %whole = call float @llvm.round.f32(float %x)
  %result = call i64 @llvm.fptosi.sat.i64.f32(float %whole)
  ret i64 %result
}

declare { double, i32 } @llvm.frexp.f64.i32(double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.round.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare double @__ocml_sin_f64(double)
declare double @__ocml_cos_f64(double)
declare double @__ocml_pown_f64(double, i32)
declare double @__ocml_remquo_f64(double, double, ptr addrspace(5))

define linkonce_odr double @chv.frexp(double %x, ptr %out) alwaysinline nounwind {
  %both = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %exponent = extractvalue { double, i32 } %both, 1
  store i32 %exponent, ptr %out
  %fraction = extractvalue { double, i32 } %both, 0
  ret double %fraction
}

define linkonce_odr double @chv.ldexp(double %x, i32 %n) alwaysinline nounwind {
  %result = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
  ret double %result
}

define linkonce_odr double @chv.scalbn(double %x, i32 %n) alwaysinline nounwind {
  %result = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
  ret double %result
}

define linkonce_odr double @chv.scalbln(double %x, i64 %n) alwaysinline nounwind {
  %low = call i64 @llvm.smax.i64(i64 %n, i64 -100000)
  %both = call i64 @llvm.smin.i64(i64 %low, i64 100000)
  %short = trunc i64 %both to i32
  %result = call double @llvm.ldexp.f64.i32(double %x, i32 %short)
  ret double %result
}

; The integer part, and what is left: of an infinity nothing, with its sign.
define linkonce_odr { double, double } @chv.modf.pair(double %x) alwaysinline nounwind {
  %integer = call double @llvm.trunc.f64(double %x)
  %rest = fsub double %x, %integer
  %size = call double @llvm.fabs.f64(double %x)
  %infinite = fcmp oeq double %size, 0x7FF0000000000000
  %finite = select i1 %infinite, double 0.0, double %rest
  %signed = call double @llvm.copysign.f64(double %finite, double %x)
  %part = insertvalue { double, double } poison, double %signed, 0
  %whole = insertvalue { double, double } %part, double %integer, 1
  ret { double, double } %whole
}

define linkonce_odr double @chv.modf(double %x, ptr %out) alwaysinline nounwind {
  %both = call { double, double } @chv.modf.pair(double %x)
  %integer = extractvalue { double, double } %both, 1
  store double %integer, ptr %out
  %rest = extractvalue { double, double } %both, 0
  ret double %rest
}

define linkonce_odr { double, double } @chv.sincos.pair(double %x) alwaysinline nounwind {
  %sine = call double @__ocml_sin_f64(double %x)
  %cosine = call double @__ocml_cos_f64(double %x)
  %part = insertvalue { double, double } poison, double %sine, 0
  %whole = insertvalue { double, double } %part, double %cosine, 1
  ret { double, double } %whole
}

define linkonce_odr void @chv.sincos(double %x, ptr %s, ptr %c) alwaysinline nounwind {
  %sine = call double @__ocml_sin_f64(double %x)
  store double %sine, ptr %s
  %cosine = call double @__ocml_cos_f64(double %x)
  store double %cosine, ptr %c
  ret void
}

define linkonce_odr double @chv.powi(double %x, i32 %n) alwaysinline nounwind {
  %result = call double @__ocml_pown_f64(double %x, i32 %n)
  ret double %result
}

define linkonce_odr double @chv.remquo(double %x, double %y, ptr %out) alwaysinline nounwind {
  %quotient = alloca i32, align 4, addrspace(5)
  %rest = call double @__ocml_remquo_f64(double %x, double %y, ptr addrspace(5) %quotient)
  %bits = load i32, ptr addrspace(5) %quotient
  store i32 %bits, ptr %out
  ret double %rest
}

define linkonce_odr i64 @chv.lrint(double %x) alwaysinline nounwind {
  %whole = call double @llvm.rint.f64(double %x)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.llrint(double %x) alwaysinline nounwind {
  %whole = call double @llvm.rint.f64(double %x)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.lround(double %x) alwaysinline nounwind {
  %whole = call double @llvm.round.f64(double %x)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %whole)
  ret i64 %result
}

define linkonce_odr i64 @chv.llround(double %x) alwaysinline nounwind {
  %whole = call double @llvm.round.f64(double %x)
  %result = call i64 @llvm.fptosi.sat.i64.f64(double %whole)
  ret i64 %result
}

declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
