//# A program that NVRTC compiles is loaded as a module and launched, with its parameters as addresses or in one buffer.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
#include <string>
const char *source = R"(
extern "C" __global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" __global__ void tell(int n) { if (threadIdx.x == 0) printf("%d of %d threads\n", n, blockDim.x); }
)";
nvrtcProgram program;
nvrtcCreateProgram(&program, source, "axpy.cu", 0, nullptr, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
const char *options[] = {"--gpu-architecture=compute_80", "-lineinfo", "--use_fast_math", "--std=c++17"};
nvrtcCompileProgram(program, 4, options)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetPTXSize(program, &bytes);
std::string image(bytes, ' '); nvrtcGetPTX(program, image.data())
//= (nvrtcResult) NVRTC_SUCCESS
nvrtcDestroyProgram(&program)
//= (nvrtcResult) NVRTC_SUCCESS
program == nullptr
//= (bool) true
CUmodule module;
// It ends where a text does, so programs may copy it as one.
std::string copy = image.c_str(); copy.size() + 1 == bytes
//= (bool) true
cuModuleLoadData(&module, copy.c_str())
//= (CUresult) CUDA_SUCCESS
CUfunction axpy, tell;
cuModuleGetFunction(&axpy, module, "axpy")
//= (CUresult) CUDA_SUCCESS
cuModuleGetFunction(&tell, module, "tell")
//= (CUresult) CUDA_SUCCESS
float *x, *y; cudaMallocManaged(&x, 16); cudaMallocManaged(&y, 16);
for (int i = 0; i < 4; ++i) x[i] = i, y[i] = 1;
float a = 2; int n = 4;
void *addresses[] = {&a, &x, &y, &n};
cuLaunchKernel(axpy, 1, 1, 1, 4, 1, 1, 0, nullptr, addresses, nullptr)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
y
//= (float *) managed float[4] {1, 3, 5, 7}
struct { float a; const float *x; float *y; int n; } packed{10, x, y, 3};
size_t size = sizeof packed;
void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
cuLaunchKernel(axpy, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, extra)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
y
//= (float *) managed float[4] {1, 13, 25, 7}
size = 8; cuLaunchKernel(axpy, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, extra)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
void *count[] = {&n};
cuLaunchKernel(tell, 1, 1, 1, 64, 1, 1, 0, nullptr, count, nullptr)
//= 4 of 64 threads
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
const char *name; cuFuncGetName(&name, axpy); name
//= (const char *) "axpy"
int most; cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, axpy); most
//= (int) 1024
cuModuleUnload(module)
//= (CUresult) CUDA_SUCCESS
