//# A library of what others compiled: by the driver API and by the runtime API, its kernels by name and all of them, its variables.
//@ devices = ["cuda"]
#include <cuda.h>
#include <cstring>
CUlibrary library; cuLibraryLoadFromFile(&library, "kernels.fatbin", nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (CUresult) CUDA_SUCCESS
CUkernel kernel; cuLibraryGetKernel(&kernel, library, "add")
//= (CUresult) CUDA_SUCCESS
unsigned kernels; cuLibraryGetKernelCount(&kernels, library); kernels
//= (unsigned int) 3
CUkernel all[3]; cuLibraryEnumerateKernels(all, 3, library)
//= (CUresult) CUDA_SUCCESS
int found = 0; for (CUkernel one : all) { const char *name; cuKernelGetName(&name, one); found += !strcmp(name, "add") + 10 * !strcmp(name, "pick") + 100 * !strcmp(name, "share"); }
found
//= (int) 111
size_t offset, size; cuKernelGetParamInfo(kernel, 1, &offset, &size); offset * 100 + size
//= (size_t) 804
cuKernelGetParamInfo(kernel, 2, &offset, &size)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUfunction add; cuKernelGetFunction(&add, kernel)
//= (CUresult) CUDA_SUCCESS
int *out, by = 3; cudaMallocManaged(&out, 4); void *arguments[] = {&out, &by};
cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 30
CUdeviceptr count; cuLibraryGetGlobal(&count, &size, library, "count"); int value; cuMemcpyDtoH(&value, count, 4); value
//= (int) 30
cudaLibrary_t second; cudaLibraryLoadFromFile(&second, "kernels.ptx", nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (cudaError_t) cudaSuccess
cudaKernel_t pick; cudaLibraryGetKernel(&pick, second, "pick")
//= (cudaError_t) cudaSuccess
char which = 'z'; int three[] = {1, 2, 3}; void *pick_arguments[] = {&which, three, &out};
cudaLaunchKernel((void *)pick, dim3(1), dim3(1), pick_arguments, 0, nullptr); cudaDeviceSynchronize(); *out
//= (int) 3
cudaStream_t stream; cudaStreamCreate(&stream); cudaGraph_t graph; cudaGraphExec_t exec;
cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); cudaLaunchKernel((void *)pick, dim3(1), dim3(1), pick_arguments, 0, stream); cudaStreamEndCapture(stream, &graph)
//= (cudaError_t) cudaSuccess
three[2] = 9; *out = 0; cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, stream); cudaStreamSynchronize(stream); *out
//= (int) 3
void *memory; cudaLibraryGetGlobal(&memory, &size, second, "count"); value = -1; cudaMemcpy(&value, memory, size, cudaMemcpyDefault); value
//= (int) 0
cudaLibraryGetKernel(&pick, second, "none")
//= (cudaError_t) cudaErrorSymbolNotFound
cudaLibraryUnload(second)
//= (cudaError_t) cudaSuccess
cuLibraryUnload(library)
//= (CUresult) CUDA_SUCCESS
