//# `--fmad=false` is heard: the product is rounded before the sum.
//@ devices = ["cpu", "cuda"]
#include <cuda.h>
#include <nvrtc.h>
#include <string>
const char *source = R"(extern "C" __global__ void k(float a, float b, float c, float *r) { *r = a * b + c; })";
float run(const char *option) {
  nvrtcProgram program; nvrtcCreateProgram(&program, source, "k.cu", 0, nullptr, nullptr);
  if (nvrtcCompileProgram(program, 1, &option)) return -1;
  size_t bytes; nvrtcGetPTXSize(program, &bytes);
  std::string image(bytes, ' '); nvrtcGetPTX(program, image.data());
  CUmodule module; CUfunction k; cuModuleLoadData(&module, image.c_str()); cuModuleGetFunction(&k, module, "k");
  float a = 1 + 0x1p-12f, c = -(1 + 0x1p-11f), *r; cudaMallocManaged(&r, 4);
  void *parameters[] = {&a, &a, &c, &r};
  cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr); cudaDeviceSynchronize();
  return *r;
}
run("--fmad=false") == 0
//= (bool) true
run("--fmad=true") == 0x1p-24f
//= (bool) true
run("-fmad=maybe")
//= (float) -1.0f
