; device.bc: llvm-as-22 device.ll -o device.bc
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr %p, i32 %t
  store i32 %n, ptr %a
  ret void
}
define ptx_kernel void @_Z2kkPfi(ptr %p, i32 %n) {
  ret void
}
define float @_Z2ddf(float %x) {
  ret float %x
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
