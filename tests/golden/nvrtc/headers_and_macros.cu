//# Headers come from strings and directories, macros from options; functions are the device's where that is asked for.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <cuda.h>
#include <nvrtc.h>
#include <fstream>
#include <string>
#include <vector>
std::ofstream("beside.h") << "#define BESIDE 300\n";
const char *source = R"(#include "inner/scale.h"
#include <offset.h>
#include <beside.h>
#include <limits>
#ifndef __CUDACC_RTC__
#error "not compiled at run time"
#endif
int twice(int x) { return 2 * x; }
extern "C" __global__ void k(int *out) {
  out[0] = SCALE * twice(scaled(1)); out[1] = OFFSET; out[2] = BESIDE; out[3] = std::numeric_limits<short>::max();
}
)";
const char *headers[] = {"#include \"deeper.h\"\n__device__ int scaled(int x) { return DEEPER * x; }\n", "#define DEEPER 4\n", "#define OFFSET (FROM_OPTION + 1)\n", "#error \"not this one\"\n"};
const char *names[] = {"inner/scale.h", "inner/deeper.h", "offset.h", "limits"};
nvrtcProgram program; nvrtcCreateProgram(&program, source, "k.cu", 4, headers, names)
//= (nvrtcResult) NVRTC_SUCCESS
const char *options[] = {"-DSCALE=10", "-D", "FROM_OPTION=200", "--include-path=.", "-default-device", "-w"};
nvrtcCompileProgram(program, 6, options)
//= (nvrtcResult) NVRTC_SUCCESS
size_t bytes; nvrtcGetProgramLogSize(program, &bytes); std::string log(bytes - 1, ' '); nvrtcGetProgramLog(program, log.data()); log
//= (std::string) ""
nvrtcGetPTXSize(program, &bytes); std::vector<char> image(bytes); nvrtcGetPTX(program, image.data());
CUlibrary library; cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (CUresult) CUDA_SUCCESS
CUkernel kernel; cuLibraryGetKernel(&kernel, library, "k")
//= (CUresult) CUDA_SUCCESS
CUfunction function; cuKernelGetFunction(&function, kernel)
//= (CUresult) CUDA_SUCCESS
int *out; cudaMallocManaged(&out, 16); void *arguments[] = {&out};
cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
cuCtxSynchronize()
//= (CUresult) CUDA_SUCCESS
out
//= (int *) managed int[4] {80, 201, 300, 32767}
unsigned count; cuLibraryGetKernelCount(&count, library); count
//= (unsigned int) 1
cuLibraryUnload(library)
//= (CUresult) CUDA_SUCCESS
// The session has none of it.
SCALE
//? cell 24:1:1: error: use of undeclared identifier 'SCALE'
//?     1 | SCALE
//?       | ^~~~~
