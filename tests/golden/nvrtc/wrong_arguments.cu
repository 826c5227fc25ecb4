//# Wrong arguments give the documented results, in NVRTC's functions and in those of modules.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
nvrtcProgram program, none = nullptr; size_t bytes; const char *text; char room[8]; int number;
nvrtcCreateProgram(nullptr, "", nullptr, 0, nullptr, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCreateProgram(&program, "", nullptr, -1, nullptr, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCreateProgram(&program, "", nullptr, 1, nullptr, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCompileProgram(none, 0, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_PROGRAM
nvrtcDestroyProgram(&none)
//= (nvrtcResult) NVRTC_ERROR_INVALID_PROGRAM
nvrtcGetProgramLogSize(none, &bytes)
//= (nvrtcResult) NVRTC_ERROR_INVALID_PROGRAM
nvrtcAddNameExpression(none, "k")
//= (nvrtcResult) NVRTC_ERROR_INVALID_PROGRAM
nvrtcCreateProgram(&program, "__global__ void k() {}", nullptr, 0, nullptr, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
nvrtcGetPTXSize(program, &bytes)
//= (nvrtcResult) NVRTC_ERROR_INVALID_PROGRAM
nvrtcGetProgramLogSize(program, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcGetProgramLogSize(program, &bytes); bytes
//= (size_t) 1
nvrtcAddNameExpression(program, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCompileProgram(program, 1, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
nvrtcGetPTX(program, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcGetCUBINSize(program, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcVersion(&number, nullptr)
//= (nvrtcResult) NVRTC_ERROR_INVALID_INPUT
nvrtcGetNumSupportedArchs(&number); int capabilities[32]; nvrtcGetSupportedArchs(capabilities); number > 5 && capabilities[0] == 75
//= (bool) true
nvrtcGetErrorString(NVRTC_ERROR_INVALID_OPTION)
//= (const char *) "NVRTC_ERROR_INVALID_OPTION"
nvrtcDestroyProgram(&program)
//= (nvrtcResult) NVRTC_SUCCESS
CUmodule module; CUfunction function; CUdeviceptr address;
cuModuleLoadData(&module, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuModuleLoadData(nullptr, "")
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuModuleLoad(&module, "no such file")
//= (CUresult) CUDA_ERROR_FILE_NOT_FOUND
cuModuleUnload((CUmodule)1)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuModuleGetFunction(&function, (CUmodule)1, "k")
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuModuleGetFunction(nullptr, (CUmodule)1, "k")
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuModuleGetGlobal(&address, nullptr, (CUmodule)1, "k")
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuModuleLoadDataEx(&module, "", 1, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
cuLaunchKernel((CUfunction)room, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_HANDLE
