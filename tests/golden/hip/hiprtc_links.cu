//# hipRTC's linker makes one image of what it compiled.
//@ devices = ["cpu"]
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <string>
std::string compiled(const char *text) {
  hiprtcProgram program; hiprtcCreateProgram(&program, text, "part.hip", 0, nullptr, nullptr); hiprtcCompileProgram(program, 0, nullptr);
  size_t bytes; hiprtcGetCodeSize(program, &bytes);
  std::string image(bytes, ' '); hiprtcGetCode(program, image.data()); hiprtcDestroyProgram(&program);
  return image;
}
std::string three = compiled("extern \"C\" __global__ void three(int *p) { *p = 3; }"), twice = compiled("extern \"C\" __global__ void twice(int *p) { *p *= 2; }");
hiprtcLinkState linking; hiprtcLinkCreate(0, nullptr, nullptr, &linking)
//= (hiprtcResult) HIPRTC_SUCCESS
hiprtcLinkAddData(linking, HIPRTC_JIT_INPUT_CUBIN, three.data(), three.size(), "three", 0, nullptr, nullptr)
//= (hiprtcResult) HIPRTC_SUCCESS
hiprtcLinkAddData(linking, HIPRTC_JIT_INPUT_CUBIN, twice.data(), twice.size(), "twice", 0, nullptr, nullptr)
//= (hiprtcResult) HIPRTC_SUCCESS
hiprtcLinkAddData(linking, HIPRTC_JIT_INPUT_CUBIN, nullptr, 0, "nothing", 0, nullptr, nullptr)
//= (hiprtcResult) HIPRTC_ERROR_INVALID_INPUT
void *image; size_t bytes; hiprtcLinkComplete(linking, &image, &bytes)
//= (hiprtcResult) HIPRTC_SUCCESS
hipModule_t module; hipModuleLoadData(&module, image)
//= (hipError_t) hipSuccess
hiprtcLinkDestroy(linking)
//= (hiprtcResult) HIPRTC_SUCCESS
hiprtcLinkDestroy(linking)
//= (hiprtcResult) HIPRTC_ERROR_INVALID_INPUT
int *p; hipMallocManaged(&p, 4); void *arguments[] = {&p}; hipFunction_t function;
hipModuleGetFunction(&function, module, "three"); hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (hipError_t) hipSuccess
hipModuleGetFunction(&function, module, "twice"); hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); *p
//= (int) 6
hipModuleUnload(module)
//= (hipError_t) hipSuccess
