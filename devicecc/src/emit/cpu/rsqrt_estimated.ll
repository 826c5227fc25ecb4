; 1 / sqrt(x), within 1 unit of the last place, where the processor has an estimate of 14 bits: that, and a step of Newton's. The step gives no number where the
; estimate is right already: of zeros, infinity and what has no root. `llvm.amdgcn.rsq` stands for the estimate until tiers/estimates.cpp puts the processor's there.

define linkonce_odr float @__chv_math_rsqrtf(float %x) alwaysinline {
  %near = call float @llvm.amdgcn.rsq.f32(float %x)
  %root = fmul float %x, %near
  %negated = fneg float %root
  %off = call float @llvm.fma.f32(float %negated, float %near, float 1.0)
  %half = fmul float %near, 0.5
  %nearer = call float @llvm.fma.f32(float %half, float %off, float %near)
  %stepped = fcmp ord float %off, 0.0
  %found = select i1 %stepped, float %nearer, float %near
  ret float %found
}

declare float @llvm.amdgcn.rsq.f32(float)
declare float @llvm.fma.f32(float, float, float)
