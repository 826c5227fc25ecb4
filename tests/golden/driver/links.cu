//# The linker makes one image of several programs that NVRTC compiled; it is loaded as any other.
//@ devices = ["cpu", "cuda"]
#include <cuda.h>
#include <nvrtc.h>
#include <fstream>
#include <string>
std::string compiled(const char *text) {
  nvrtcProgram program; nvrtcCreateProgram(&program, text, "part.cu", 0, nullptr, nullptr); nvrtcCompileProgram(program, 0, nullptr);
  size_t bytes; nvrtcGetPTXSize(program, &bytes);
  std::string image(bytes, ' '); nvrtcGetPTX(program, image.data()); nvrtcDestroyProgram(&program);
  return image;
}
std::string add = compiled("__device__ int total = 5; extern \"C\" __global__ void add(int n) { atomicAdd(&total, n); }");
std::string twice = compiled("extern \"C\" __global__ void twice(int *p) { *p *= 2; }");
char said[256] = "nothing yet"; CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES}; void *values[] = {said, (void *)sizeof(said)};
CUlinkState linking; cuLinkCreate(2, options, values, &linking)
//= (CUresult) CUDA_SUCCESS
cuLinkAddData(linking, CU_JIT_INPUT_PTX, add.data(), add.size(), "add.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
std::ofstream("twice.ptx") << twice.c_str(); cuLinkAddFile(linking, CU_JIT_INPUT_PTX, "twice.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
void *image; size_t bytes; cuLinkComplete(linking, &image, &bytes)
//= (CUresult) CUDA_SUCCESS
said[0]
//= (char) '\0'
bytes > 100
//= (bool) true
CUmodule module; cuModuleLoadData(&module, image)
//= (CUresult) CUDA_SUCCESS
cuLinkDestroy(linking)
//= (CUresult) CUDA_SUCCESS
CUfunction function; cuModuleGetFunction(&function, module, "add"); int n = 3; void *arguments[] = {&n};
cuLaunchKernel(function, 2, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
CUdeviceptr total; cuModuleGetGlobal(&total, &bytes, module, "total"); void *more[] = {&total};
cuModuleGetFunction(&function, module, "twice"); cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, more, nullptr)
//= (CUresult) CUDA_SUCCESS
int found; cuMemcpyDtoH(&found, total, 4); found
//= (int) 22
cuModuleUnload(module)
//= (CUresult) CUDA_SUCCESS
