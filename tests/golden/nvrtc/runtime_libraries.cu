//# The runtime API loads what NVRTC made as a library: its kernels can be launched, its variables found, and it is gone once it is unloaded.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <nvrtc.h>
#include <string>
nvrtcProgram program; nvrtcCreateProgram(&program, "__device__ int counter = 5;\nextern \"C\" __global__ void count(int n) { atomicAdd(&counter, n); }", nullptr, 0, nullptr, nullptr);
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetPTXSize(program, &bytes); std::string image(bytes, ' '); nvrtcGetPTX(program, image.data());
cudaLibrary_t library; cudaLibraryLoadData(&library, image.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (cudaError_t) cudaSuccess
unsigned kernels = 0; cudaLibraryGetKernelCount(&kernels, library); kernels
//= (unsigned int) 1
cudaKernel_t count, same; cudaLibraryGetKernel(&count, library, "count")
//= (cudaError_t) cudaSuccess
cudaLibraryEnumerateKernels(&same, 1, library); same == count
//= (bool) true
int n = 4; void *arguments[] = {&n};
cudaLaunchKernel((void *)count, dim3(1), dim3(3), arguments, 0, nullptr)
//= (cudaError_t) cudaSuccess
void *counter; cudaLibraryGetGlobal(&counter, &bytes, library, "counter")
//= (cudaError_t) cudaSuccess
int found = 0; cudaMemcpy(&found, counter, 4, cudaMemcpyDefault); found * 10 + bytes
//= (size_t) 174
cudaKernelSetAttributeForDevice(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 0)
//= (cudaError_t) cudaSuccess
cudaKernelSetAttributeForDevice(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024, 1000)
//= (cudaError_t) cudaErrorInvalidDevice
cudaLibraryGetKernel(&same, library, "none")
//= (cudaError_t) cudaErrorSymbolNotFound
cudaLibraryUnload(library)
//= (cudaError_t) cudaSuccess
cudaLibraryUnload(library) == cudaSuccess
//= (bool) false
cudaLibraryLoadFromFile(&library, "no such file", nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (cudaError_t) cudaErrorFileNotFound
cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (cudaError_t) cudaErrorInvalidValue
