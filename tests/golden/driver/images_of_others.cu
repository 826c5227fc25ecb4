//# What others compiled is loaded by the driver itself: PTX from a file and from memory, a fat binary. Each load is a module with variables of its own, whose kernels are launched as the session's are.
//@ devices = ["cuda"]
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <string>
CUmodule first, second;
cuModuleLoad(&first, "kernels.ptx")
//= (CUresult) CUDA_SUCCESS
CUfunction add; cuModuleGetFunction(&add, first, "add")
//= (CUresult) CUDA_SUCCESS
int *out; cudaMallocManaged(&out, 256); int by = 2; void *arguments[] = {&out, &by};
cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize(); *out
//= (int) 20
std::string bytes_of(const char *path) { std::ifstream file(path, std::ios::binary); return {std::istreambuf_iterator<char>(file), {}}; }
std::string text = bytes_of("kernels.ptx");
cuModuleLoadData(&second, text.c_str())
//= (CUresult) CUDA_SUCCESS
CUfunction other; cuModuleGetFunction(&other, second, "add"); other == add
//= (bool) false
cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 20
cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 40
CUdeviceptr count, step; size_t bytes = 0; cuModuleGetGlobal(&count, &bytes, first, "count")
//= (CUresult) CUDA_SUCCESS
bytes
//= (size_t) 4
int value = 100; cuMemcpyHtoD(count, &value, 4)
//= (CUresult) CUDA_SUCCESS
cuModuleGetGlobal(&step, nullptr, first, "step"); value = 1; cudaMemcpy((void *)step, &value, 4, cudaMemcpyHostToDevice)
//= (cudaError_t) cudaSuccess
cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 102
cuMemcpyDtoH(&value, count, 4); value
//= (int) 102
cuModuleGetFunction(&other, first, "no such kernel")
//= (CUresult) CUDA_ERROR_NOT_FOUND
cuModuleGetGlobal(&step, &bytes, first, "no such variable")
//= (CUresult) CUDA_ERROR_NOT_FOUND
CUmodule fat; std::string binary = bytes_of("kernels.fatbin"); cuModuleLoadFatBinary(&fat, binary.data())
//= (CUresult) CUDA_SUCCESS
CUfunction pick, share; cuModuleGetFunction(&pick, fat, "pick")
//= (CUresult) CUDA_SUCCESS
struct { char which; int of[3]; int *out; } packed = {'x', {5, 6, 7}, out}; size_t size = sizeof(packed);
void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
cuLaunchKernel(pick, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra); cuCtxSynchronize(); *out
//= (int) 5
packed.which = 'z'; cuLaunchKernel(pick, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra); cuCtxSynchronize(); *out
//= (int) 7
cuModuleGetFunction(&share, fat, "share")
//= (CUresult) CUDA_SUCCESS
void *shared_arguments[] = {&out}; CUstream stream; cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
cuLaunchKernel(share, 1, 1, 1, 64, 1, 1, 256, stream, shared_arguments, nullptr); cuStreamSynchronize(stream); *out
//= (int) 189
CUlaunchConfig config = {}; config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1; config.blockDimX = 64; config.sharedMemBytes = 256;
*out = 0; cuLaunchKernelEx(&config, share, shared_arguments, nullptr); cuCtxSynchronize(); *out
//= (int) 189
int threads; cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, share); threads
//= (int) 64
cuLaunchKernel(share, 1, 1, 1, 65, 1, 1, 260, stream, shared_arguments, nullptr)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
__global__ void twice(int *p) { *p *= 2; }
twice<<<1, 1>>>(out); cuCtxSynchronize(); *out
//= (int) 378
cuModuleUnload(first)
//= (CUresult) CUDA_SUCCESS
cuLaunchKernel(pick, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra); cuCtxSynchronize(); *out
//= (int) 7
cuModuleUnload(fat)
//= (CUresult) CUDA_SUCCESS
cuModuleUnload(second)
//= (CUresult) CUDA_SUCCESS
