//# HIP's linker makes one image of several programs that hipRTC compiled; it is loaded as any other.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
//@ devices = ["cpu", "cuda"]
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <string>
std::string compiled(const char *text) {
  hiprtcProgram program; hiprtcCreateProgram(&program, text, "part.hip", 0, nullptr, nullptr); hiprtcCompileProgram(program, 0, nullptr);
  size_t bytes; hiprtcGetCodeSize(program, &bytes);
  std::string image(bytes, ' '); hiprtcGetCode(program, image.data()); hiprtcDestroyProgram(&program);
  return image;
}
std::string add = compiled("__device__ int total = 5; extern \"C\" __global__ void add(int n) { atomicAdd(&total, n); }");
std::string twice = compiled("extern \"C\" __global__ void twice(int *p) { *p *= 2; }");
hipLinkState_t linking; hipLinkCreate(0, nullptr, nullptr, &linking)
//= (hipError_t) hipSuccess
hipLinkAddData(linking, hipJitInputPtx, add.data(), add.size(), "add", 0, nullptr, nullptr)
//= (hipError_t) hipSuccess
hipLinkAddData(linking, hipJitInputPtx, twice.data(), twice.size(), "twice", 0, nullptr, nullptr)
//= (hipError_t) hipSuccess
void *image; size_t bytes; hipLinkComplete(linking, &image, &bytes)
//= (hipError_t) hipSuccess
bytes > 100
//= (bool) true
hipModule_t module; hipModuleLoadData(&module, image)
//= (hipError_t) hipSuccess
hipLinkDestroy(linking)
//= (hipError_t) hipSuccess
hipFunction_t function; hipModuleGetFunction(&function, module, "add"); int n = 3; void *arguments[] = {&n};
hipModuleLaunchKernel(function, 2, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (hipError_t) hipSuccess
hipDeviceptr_t total; hipModuleGetGlobal(&total, &bytes, module, "total"); void *more[] = {&total};
hipModuleGetFunction(&function, module, "twice"); hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, more, nullptr)
//= (hipError_t) hipSuccess
int found; hipMemcpyDtoH(&found, total, 4); found
//= (int) 22
hipModuleUnload(module)
//= (hipError_t) hipSuccess
hipLinkAddData(nullptr, hipJitInputPtx, add.data(), add.size(), "add", 0, nullptr, nullptr)
//= (hipError_t) hipErrorInvalidHandle
