//# The driver links texts of PTX that need each other; what comes of it is a module, and a library for the runtime API.
//@ devices = ["cuda"]
#include <cuda.h>
#include <cstring>
#include <fstream>
const char *caller = ".version 7.0\n.target sm_75\n.address_size 64\n.extern .func (.param .b32 r) square(.param .b32 x);\n.visible .entry k(.param .u64 p, .param .u32 n)\n{\n  .reg .b32 %r<3>;\n  .reg .b64 %rd<3>;\n  ld.param.u64 %rd1, [p];\n  ld.param.u32 %r1, [n];\n  cvta.to.global.u64 %rd2, %rd1;\n  {\n    .param .b32 a;\n    st.param.b32 [a], %r1;\n    .param .b32 b;\n    call.uni (b), square, (a);\n    ld.param.b32 %r2, [b];\n  }\n  st.global.u32 [%rd2], %r2;\n  ret;\n}\n";
std::ofstream("square.ptx") << ".version 7.0\n.target sm_75\n.address_size 64\n.visible .func (.param .b32 r) square(.param .b32 x)\n{\n  .reg .b32 %r<3>;\n  ld.param.b32 %r1, [x];\n  mul.lo.s32 %r2, %r1, %r1;\n  st.param.b32 [r], %r2;\n  ret;\n}\n";
char said[1024] = {}; float milliseconds = 0;
CUjit_option options[] = {CU_JIT_WALL_TIME, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
void *values[] = {&milliseconds, said, (void *)sizeof(said)};
CUlinkState linking; cuLinkCreate(3, options, values, &linking)
//= (CUresult) CUDA_SUCCESS
cuLinkAddData(linking, CU_JIT_INPUT_PTX, (void *)caller, strlen(caller) + 1, "caller.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
cuLinkAddFile(linking, CU_JIT_INPUT_PTX, "square.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
void *cubin; size_t bytes; cuLinkComplete(linking, &cubin, &bytes)
//= (CUresult) CUDA_SUCCESS
memcmp(cubin, "\x7f" "ELF", 4)
//= (int) 0
CUmodule module; cuModuleLoadData(&module, cubin)
//= (CUresult) CUDA_SUCCESS
cudaLibrary_t library; cudaLibraryLoadData(&library, cubin, nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (cudaError_t) cudaSuccess
cuLinkDestroy(linking)
//= (CUresult) CUDA_SUCCESS
CUfunction k; cuModuleGetFunction(&k, module, "k"); int *out, n = 12; cudaMallocManaged(&out, 4); void *arguments[] = {&out, &n};
cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 144
cudaKernel_t kernel; cudaLibraryGetKernel(&kernel, library, "k")
//= (cudaError_t) cudaSuccess
n = 13; cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), arguments, 0, nullptr); cudaDeviceSynchronize(); *out
//= (int) 169
cudaLibraryUnload(library)
//= (cudaError_t) cudaSuccess
cuModuleUnload(module)
//= (CUresult) CUDA_SUCCESS
values[2] = (void *)sizeof(said); cuLinkCreate(3, options, values, &linking); cuLinkAddData(linking, CU_JIT_INPUT_PTX, (void *)caller, strlen(caller) + 1, "caller.ptx", 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
cuLinkComplete(linking, &cubin, &bytes) == CUDA_SUCCESS
//= (bool) false
strstr(said, "square") != nullptr
//= (bool) true
cuLinkDestroy(linking)
//= (CUresult) CUDA_SUCCESS
