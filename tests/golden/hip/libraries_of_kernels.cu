//# What hipRTC compiled is a library of kernels too: their count, one by its name, a launch by its handle.
//@ expected_failures = { toolkit = "HIP has no headers in a CUDA toolkit" }
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <vector>
const char *text = "extern \"C\" __global__ void one(int *p) { *p = 1; }\nextern \"C\" __global__ void two(int *p) { *p = 2; }\n";
hiprtcProgram program; hiprtcCreateProgram(&program, text, "two.hip", 0, nullptr, nullptr); (int)hiprtcCompileProgram(program, 0, nullptr)
//= (int) 0
size_t bytes = 0; hiprtcGetCodeSize(program, &bytes); std::vector<char> code(bytes); (int)hiprtcGetCode(program, code.data())
//= (int) 0
hipLibrary_t library; hipLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)
//= (hipError_t) hipSuccess
unsigned count = 0; hipLibraryGetKernelCount(&count, library); count
//= (unsigned int) 2
hipKernel_t two; hipLibraryGetKernel(&two, library, "two")
//= (hipError_t) hipSuccess
int *p; hipMallocManaged(&p, 4); void *arguments[] = {&p};
hipLaunchKernel((const void *)two, dim3(1), dim3(1), arguments, 0, 0)
//= (hipError_t) hipSuccess
hipDeviceSynchronize(); *p
//= (int) 2
hipLibraryGetKernel(&two, library, "three")
//= (hipError_t) hipErrorNotFound
hipLibraryUnload(library)
//= (hipError_t) hipSuccess
hipModule_t module; hipModuleLoadFatBinary(&module, code.data())
//= (hipError_t) hipSuccess
hipModuleGetFunctionCount(&count, module); count
//= (unsigned int) 2
hipModuleUnload(module)
//= (hipError_t) hipSuccess
