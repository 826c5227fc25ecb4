; 1 / sqrt(x), within 1 unit of the last place, where the processor's estimate has 12 bits: that, and a step of Halley's, which has three times as many. The estimate
; takes subnormal numbers for zeros, so those are scaled. The step gives no number where the estimate is right already: of zeros, infinity and what has no root.
; `llvm.amdgcn.rsq.legacy` stands for the estimate until tiers/estimates.cpp puts the processor's there.

define linkonce_odr float @__chv_math_rsqrtf(float %x) alwaysinline {
  %size = call float @llvm.fabs.f32(float %x)
  %tiny = fcmp olt float %size, 0x3810000000000000
  %up = select i1 %tiny, float 0x4170000000000000, float 1.0
  %down = select i1 %tiny, float 4096.0, float 1.0
  %scaled = fmul float %x, %up
  %near = call float @llvm.amdgcn.rsq.legacy(float %scaled)
  %root = fmul float %scaled, %near
  %negated = fneg float %root
  %off = call float @llvm.fma.f32(float %negated, float %near, float 1.0)
  %part = fmul float %near, %off
  %weight = call float @llvm.fma.f32(float %off, float 0.375, float 0.5)
  %nearer = call float @llvm.fma.f32(float %part, float %weight, float %near)
  %stepped = fcmp ord float %off, 0.0
  %found = select i1 %stepped, float %nearer, float %near
  %result = fmul float %found, %down
  ret float %result
}

declare float @llvm.amdgcn.rsq.legacy(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
