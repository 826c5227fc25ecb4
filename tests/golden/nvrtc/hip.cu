//# hipRTC compiles a program, and HIP's modules load and launch it.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <vector>
const char *source = R"(
__device__ float factor = 2;
extern "C" __global__ void scale(float *p, int n) {
  int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n) p[i] *= factor;
}
template <int N> __global__ void set(float *p) { p[threadIdx.x] = N + threadIdx.x; }
)";
hiprtcProgram program; hiprtcCreateProgram(&program, source, "scale.hip", 0, nullptr, nullptr)
//= (hiprtcResult) HIPRTC_SUCCESS
hiprtcAddNameExpression(program, "set<5>")
//= (hiprtcResult) HIPRTC_SUCCESS
const char *options[] = {"-O3", "--offload-arch=gfx90a", "-ffast-math"};
hiprtcCompileProgram(program, 3, options)
//= (hiprtcResult) HIPRTC_SUCCESS
const char *set_name; hiprtcGetLoweredName(program, "set<5>", &set_name)
//= (hiprtcResult) HIPRTC_SUCCESS
size_t bytes; hiprtcGetCodeSize(program, &bytes); std::vector<char> code(bytes); hiprtcGetCode(program, code.data());
hipModule_t module; hipModuleLoadData(&module, code.data())
//= (hipError_t) hipSuccess
hipFunction_t scale, set; hipModuleGetFunction(&scale, module, "scale"); hipModuleGetFunction(&set, module, set_name);
float *p; hipMallocManaged(&p, 16); int n = 3;
void *of_set[] = {&p}, *of_scale[] = {&p, &n};
hipModuleLaunchKernel(set, 1, 1, 1, 4, 1, 1, 0, nullptr, of_set, nullptr)
//= (hipError_t) hipSuccess
hipModuleLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, of_scale, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
p
//= (float *) managed float[4] {10, 12, 14, 8}
hipDeviceptr_t factor; hipModuleGetGlobal(&factor, &bytes, module, "factor")
//= (hipError_t) hipSuccess
float value = 10; hipMemcpyHtoD(factor, &value, bytes);
hipModuleLaunchKernel(scale, 1, 1, 1, 4, 1, 1, 0, nullptr, of_scale, nullptr)
//= (hipError_t) hipSuccess
hipDeviceSynchronize()
//= (hipError_t) hipSuccess
p
//= (float *) managed float[4] {100, 120, 140, 8}
hipModuleGetFunction(&scale, module, "none")
//= (hipError_t) hipErrorNotFound
hipModuleUnload(module)
//= (hipError_t) hipSuccess
hiprtcDestroyProgram(&program)
//= (hiprtcResult) HIPRTC_SUCCESS
