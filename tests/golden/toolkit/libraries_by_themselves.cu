//# A toolkit's libraries are loaded when host code calls them: cuBLAS, NVRTC, cuFFT.
//@ devices = ["toolkit"]
#include <cublas_v2.h>
#include <nvrtc.h>
cublasHandle_t handle; cublasCreate(&handle)
//= (cublasStatus_t) CUBLAS_STATUS_SUCCESS
nvrtcProgram program; nvrtcCreateProgram(&program, "extern \"C\" __global__ void one(int *p) { *p = 1; }", "one.cu", 0, nullptr, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
nvrtcDestroyProgram(&program); cublasDestroy(handle)
//= (cublasStatus_t) CUBLAS_STATUS_SUCCESS
