//# A fault in a kernel of a module names the kernel, and the session goes on.
//@ devices = ["cpu"]
//@ mistakes = true
#include <cuda.h>
#include <nvrtc.h>
#include <vector>
nvrtcProgram program; nvrtcCreateProgram(&program, "template <class T> __global__ void wild(T *p) { if (threadIdx.x == 3) p[5] = 1; }\nextern \"C\" __global__ void fine(int *p) { *p = 8; }", "wild.cu", 0, nullptr, nullptr);
nvrtcAddNameExpression(program, "wild<int>"); nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
const char *name; nvrtcGetLoweredName(program, "wild<int>", &name);
size_t bytes; nvrtcGetPTXSize(program, &bytes); std::vector<char> image(bytes); nvrtcGetPTX(program, image.data());
CUmodule module; cuModuleLoadData(&module, image.data());
CUfunction wild, fine; cuModuleGetFunction(&wild, module, name); cuModuleGetFunction(&fine, module, "fine");
int *p = nullptr; void *arguments[] = {&p};
cuLaunchKernel(wild, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr);
//? error: cell 11: kernel `wild<int>` <<<(1,1,1), (4,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (3,0,0)
//?   invalid write to address 0x14
cudaMallocManaged(&p, 4); cuLaunchKernel(fine, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
*p
//= (int) 8
cuLaunchKernel(fine, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
