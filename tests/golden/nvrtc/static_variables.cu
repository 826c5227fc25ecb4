//# A `static` variable of a module is found by its plain name, as in NVIDIA's modules.
//@ devices = ["cpu"]
#include <cuda.h>
#include <nvrtc.h>
#include <vector>
nvrtcProgram program; nvrtcCreateProgram(&program, "static __constant__ int table[4];\nstatic __device__ int sum;\nextern \"C\" __global__ void k() { for (int i = 0; i < 4; ++i) sum += table[i]; }", nullptr, 0, nullptr, nullptr);
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetPTXSize(program, &bytes); std::vector<char> image(bytes); nvrtcGetPTX(program, image.data());
CUmodule module; cuModuleLoadData(&module, image.data()); CUfunction k; cuModuleGetFunction(&k, module, "k");
CUdeviceptr table, sum; size_t size; cuModuleGetGlobal(&table, &size, module, "table")
//= (CUresult) CUDA_SUCCESS
int given[] = {1, 2, 3, 4}; cuMemcpyHtoD(table, given, size);
cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr); cuModuleGetGlobal(&sum, nullptr, module, "sum")
//= (CUresult) CUDA_SUCCESS
int found; cuMemcpyDtoH(&found, sum, 4); found
//= (int) 10
cuModuleGetGlobal(&sum, nullptr, module, "tables")
//= (CUresult) CUDA_ERROR_NOT_FOUND
