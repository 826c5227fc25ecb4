//# A cache of programs, as Jitify has one: templates are compiled for each set of types once, and called like functions.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
class Kernel {
public:
  Kernel(const std::string &source, const std::string &expression) {
    nvrtcProgram program;
    check(nvrtcCreateProgram(&program, source.c_str(), "cached.cu", 0, nullptr, nullptr));
    check(nvrtcAddNameExpression(program, expression.c_str()));
    if (nvrtcCompileProgram(program, 0, nullptr)) {
      size_t bytes; check(nvrtcGetProgramLogSize(program, &bytes));
      std::string log(bytes, ' '); check(nvrtcGetProgramLog(program, log.data()));
      nvrtcDestroyProgram(&program);
      throw std::runtime_error(log.c_str());
    }
    size_t bytes; check(nvrtcGetPTXSize(program, &bytes));
    std::vector<char> image(bytes); check(nvrtcGetPTX(program, image.data()));
    const char *lowered; check(nvrtcGetLoweredName(program, expression.c_str(), &lowered));
    if (cuModuleLoadData(&module, image.data()) || cuModuleGetFunction(&function, module, lowered)) throw std::runtime_error("no module");
    check(nvrtcDestroyProgram(&program));
  }
  ~Kernel() { cuModuleUnload(module); }
  template <class... Arguments> CUresult operator()(unsigned blocks, unsigned threads, Arguments... arguments) {
    void *addresses[] = {&arguments...};
    return cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, nullptr, addresses, nullptr);
  }
private:
  static void check(nvrtcResult result) { if (result) throw std::runtime_error(nvrtcGetErrorString(result)); }
  CUmodule module; CUfunction function;
};
std::map<std::string, std::unique_ptr<Kernel>> cache; int compiled = 0;
template <class T> std::string named() { std::string name; nvrtcGetTypeName<T>(&name); return name; }
Kernel &cached(const std::string &source, const std::string &expression) {
  auto &entry = cache[expression];
  if (!entry) entry = std::make_unique<Kernel>(source, expression), ++compiled;
  return *entry;
}
const std::string source = "template <class T, int Block> __global__ void sum(const T *in, T *out, int n) {\n  __shared__ T part[Block];\n  int i = blockIdx.x * Block + threadIdx.x;\n  part[threadIdx.x] = i < n ? in[i] : T(0);\n  __syncthreads();\n  for (int step = Block / 2; step; step /= 2) {\n    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];\n    __syncthreads();\n  }\n  if (threadIdx.x == 0) atomicAdd(out, part[0]);\n}\n";
template <class T> T sum_of(int n) {
  T *in, *out; cudaMallocManaged(&in, n * sizeof(T)); cudaMallocManaged(&out, sizeof(T));
  for (int i = 0; i < n; ++i) in[i] = T(i + 1);
  *out = 0;
  cached(source, "sum<" + named<T>() + ", 64>")((n + 63) / 64, 64, (const T *)in, out, n);
  cudaDeviceSynchronize();
  T result = *out; cudaFree(in); cudaFree(out);
  return result;
}
sum_of<int>(1000)
//= (int) 500500
sum_of<double>(300)
//= (double) 45150.0
sum_of<int>(64)
//= (int) 2080
compiled
//= (int) 2
try { cached(source, "sum<int>"); } catch (const std::exception &error) { puts(error.what()); }
//= name expression `sum<int>`: error: variable '__nvrtc_lowered_0' with type 'auto' has incompatible initializer of type '<overloaded function type>'
//= 1 error detected in the compilation of "cached.cu".
cache.clear();
sum_of<int>(3)
//= (int) 6
compiled
//= (int) 3
