//# A kernel of a module leads back to it, and a library tells its managed variables.
//@ devices = ["cpu"]
#include <cuda.h>
#include <nvrtc.h>
#include <string>
const char *source = "__managed__ int total = 5; extern \"C\" __global__ void add(int *p) { *p += total; }";
nvrtcProgram program; nvrtcCreateProgram(&program, source, "add.cu", 0, nullptr, nullptr); nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetCUBINSize(program, &bytes); std::string image(bytes, 0); nvrtcGetCUBIN(program, image.data())
//= (nvrtcResult) NVRTC_SUCCESS
CUmodule module, found; cuModuleLoadData(&module, image.data()); CUfunction add; cuModuleGetFunction(&add, module, "add")
//= (CUresult) CUDA_SUCCESS
cuFuncGetModule(&found, add) == CUDA_SUCCESS && found == module
//= (bool) true
CUlibrary library, of; cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0); CUkernel kernel; cuLibraryGetKernel(&kernel, library, "add")
//= (CUresult) CUDA_SUCCESS
cuKernelGetLibrary(&of, kernel) == CUDA_SUCCESS && of == library
//= (bool) true
void *memory; cudaLibraryGetManaged(&memory, &bytes, (cudaLibrary_t)library, "total") == cudaSuccess && bytes == 4
//= (bool) true
cudaLibraryGetManaged(&memory, &bytes, (cudaLibrary_t)library, "nothing")
//= (cudaError_t) cudaErrorSymbolNotFound
