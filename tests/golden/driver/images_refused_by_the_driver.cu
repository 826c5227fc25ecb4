//# What the driver does not take gives the driver's own code, and its words where the program asks for them.
//@ devices = ["cuda"]
#include <cuda.h>
#include <cstring>
CUmodule module;
const char *bad = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n  no.such.instruction;\n}\n";
cuModuleLoadData(&module, bad)
//= (CUresult) CUDA_ERROR_INVALID_PTX
char said[1024] = {}, information[64] = {};
CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_MAX_REGISTERS};
void *values[] = {said, (void *)sizeof(said), information, (void *)sizeof(information), (void *)32};
cuModuleLoadDataEx(&module, bad, 5, options, values)
//= (CUresult) CUDA_ERROR_INVALID_PTX
strstr(said, "error") || strstr(said, "fatal")
//= (bool) true
cuModuleLoadData(&module, ".version 99.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n")
//= (CUresult) CUDA_ERROR_UNSUPPORTED_PTX_VERSION
const char *good = ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n  ret;\n}\n";
values[1] = (void *)sizeof(said); values[3] = (void *)sizeof(information);
cuModuleLoadDataEx(&module, good, 5, options, values)
//= (CUresult) CUDA_SUCCESS
CUfunction k; cuModuleGetFunction(&k, module, "k"); cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
cuModuleUnload(module)
//= (CUresult) CUDA_SUCCESS
cuModuleLoad(&module, "no such file")
//= (CUresult) CUDA_ERROR_FILE_NOT_FOUND
cuModuleLoadData(&module, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
