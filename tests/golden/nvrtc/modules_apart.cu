//# Modules of one program have variables of their own, the session's by the same name stay, and an unloaded module is gone.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
#include <vector>
__device__ int counter = 100;
__global__ void count(int n) { atomicAdd(&counter, n); }
nvrtcProgram program; nvrtcCreateProgram(&program, "__device__ int counter = 1;\n__device__ int *where = &counter;\nextern \"C\" __global__ void count(int n) { atomicAdd(where, n); }\n__managed__ int shown;", nullptr, 0, nullptr, nullptr);
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetPTXSize(program, &bytes); std::vector<char> image(bytes); nvrtcGetPTX(program, image.data());
CUmodule one, two; cuModuleLoadData(&one, image.data()); cuModuleLoadData(&two, image.data());
CUfunction in_one, in_two; cuModuleGetFunction(&in_one, one, "count"); cuModuleGetFunction(&in_two, two, "count");
int n = 10; void *arguments[] = {&n};
for (int i = 0; i < 3; ++i) cuLaunchKernel(in_one, 1, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr);
cuLaunchKernel(in_two, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
count<<<1, 1>>>(1);
auto value = [](CUmodule module) { CUdeviceptr at; cuModuleGetGlobal(&at, nullptr, module, "counter"); int found; cuMemcpyDtoH(&found, at, 4); return found; };
value(one)
//= (int) 61
value(two)
//= (int) 11
counter
//= (int) 101
cuModuleUnload(one)
//= (CUresult) CUDA_SUCCESS
cuModuleUnload(one)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
CUdeviceptr gone; cuModuleGetGlobal(&gone, nullptr, one, "counter")
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuLaunchKernel(in_one, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
//? error: cell 22: kernel `count` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   its module was unloaded
cuLaunchKernel(in_two, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
value(two)
//= (int) 21
%undo
//? note: cell 24 is taken back: `value(two)`
value(two)
//= (int) 21
