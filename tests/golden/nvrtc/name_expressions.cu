//# Templates are instantiated by name expressions, and their lowered names find kernels and variables of the module.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
#include <string>
#include <vector>
const char *source = R"(
namespace fills {
template <class T, int Step> __global__ void stairs(T *out) { out[threadIdx.x] = T(threadIdx.x * Step); }
__device__ int last[2];
}
template <class T> struct Pair { T first, second; };
template <class T> __global__ void sum(const T *in, int *out) { *out = in->first + in->second; }
__constant__ int offset = 5;
static __global__ void hidden(int *out) { fills::last[1] = offset; out[0] = fills::last[0]; }
)";
nvrtcProgram program; nvrtcCreateProgram(&program, source, nullptr, 0, nullptr, nullptr);
std::vector<std::string> names{"fills::stairs<double, 3>", "&fills::last", "sum<Pair<int>>", " & offset", "hidden"};
for (auto &name : names) if (nvrtcAddNameExpression(program, name.c_str())) puts("refused");
const char *lowered[5];
nvrtcGetLoweredName(program, names[0].c_str(), lowered)
//= (nvrtcResult) NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_SUCCESS
for (int i = 0; i < 5; ++i) { nvrtcGetLoweredName(program, names[i].c_str(), lowered + i); puts(lowered[i]); }
//= _ZN5fills6stairsIdLi3EEEvPT_
//= _ZN5fills4lastE
//= _Z3sumI4PairIiEEvPKT_Pi
//= offset
//= _ZL6hiddenPi
nvrtcGetLoweredName(program, "other", lowered)
//= (nvrtcResult) NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
nvrtcAddNameExpression(program, "late")
//= (nvrtcResult) NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
size_t bytes; nvrtcGetCUBINSize(program, &bytes); std::vector<char> image(bytes); nvrtcGetCUBIN(program, image.data());
CUmodule module; cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr)
//= (CUresult) CUDA_SUCCESS
CUfunction kernels[3]; cuModuleGetFunction(kernels, module, lowered[0]); cuModuleGetFunction(kernels + 1, module, lowered[2]); cuModuleGetFunction(kernels + 2, module, lowered[4]);
double *stairs; cudaMallocManaged(&stairs, 32); int *out; cudaMallocManaged(&out, 4);
struct { int first, second; } pair{20, 22}, *pairs; cudaMallocManaged(&pairs, 8); *pairs = pair;
void *of_stairs[] = {&stairs}, *of_sum[] = {&pairs, &out}, *of_hidden[] = {&out};
cuLaunchKernel(kernels[0], 1, 1, 1, 4, 1, 1, 0, nullptr, of_stairs, nullptr)
//= (CUresult) CUDA_SUCCESS
cuLaunchKernel(kernels[1], 1, 1, 1, 1, 1, 1, 0, nullptr, of_sum, nullptr)
//= (CUresult) CUDA_SUCCESS
cudaDeviceSynchronize(); stairs
//= (double *) managed double[4] {0, 3, 6, 9}
*out
//= (int) 42
// Variables are reached by their lowered names.
CUdeviceptr last, offset; cuModuleGetGlobal(&last, &bytes, module, lowered[1])
//= (CUresult) CUDA_SUCCESS
bytes
//= (size_t) 8
cuModuleGetGlobal(&offset, nullptr, module, lowered[3])
//= (CUresult) CUDA_SUCCESS
cuMemsetD32(last, 9, 1); cuMemsetD32(offset, 7, 1);
cuLaunchKernel(kernels[2], 1, 1, 1, 1, 1, 1, 0, nullptr, of_hidden, nullptr)
//= (CUresult) CUDA_SUCCESS
int both[2]; cuMemcpyDtoH(both, last, 8); both
//= (int[2]) {9, 7}
*out
//= (int) 9
cuModuleGetGlobal(&last, &bytes, module, "no such name")
//= (CUresult) CUDA_ERROR_NOT_FOUND
cuModuleGetFunction(kernels, module, "last")
//= (CUresult) CUDA_ERROR_NOT_FOUND
// The name of a type makes a name expression; device code beside it does not mind.
template <class T> std::string name_of() { std::string name; nvrtcGetTypeName<T>(&name); return name; }  __global__ void beside() {}
name_of<unsigned long long>()
//= (std::string) "unsigned long long"
name_of<std::vector<int> *>().substr(0, 16)
//= (std::string) "std::vector<int,"
