//# What is wrong with a program stands in its log, in NVRTC's words, and costs the session nothing.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "NVRTC is NVIDIA's own there" }
#include <nvrtc.h>
#include <string>
#include <vector>
auto compiled = [](const char *source, const char *name, std::vector<const char *> options = {}) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source, name, 0, nullptr, nullptr);
  nvrtcResult result = nvrtcCompileProgram(program, (int)options.size(), options.data());
  size_t bytes; nvrtcGetProgramLogSize(program, &bytes);
  std::string log(bytes - 1, ' '); nvrtcGetProgramLog(program, log.data());
  printf("%s\n%s", nvrtcGetErrorString(result), log.c_str());
  size_t none = 0; if (result) printf("its image: %s\n", nvrtcGetErrorString(nvrtcGetPTXSize(program, &none)));
  nvrtcDestroyProgram(&program);
};
compiled("__global__ void k(float *p) {\n\tp[0] = missing + 1;\n  undefined_function(p);\n}\n", nullptr);
//= NVRTC_ERROR_COMPILATION
//= default_program(2): error: use of undeclared identifier 'missing'
//=   	p[0] = missing + 1;
//=   	       ^
//=
//= default_program(3): error: use of undeclared identifier 'undefined_function'
//=     undefined_function(p);
//=     ^
//=
//= 2 errors detected in the compilation of "default_program".
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("#include \"nowhere.h\"\n__global__ void k() {}\n", "mine.cu");
//= NVRTC_ERROR_COMPILATION
//= mine.cu(1): error: 'nowhere.h' file not found
//=   #include "nowhere.h"
//=            ^
//=
//= 1 error detected in the compilation of "mine.cu".
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("int host(int x);\n__global__ void k(int *p) { *p = host(1); }\n", "host.cu");
//= NVRTC_ERROR_COMPILATION
//= host.cu(2): error: no matching function for call to 'host'
//=   __global__ void k(int *p) { *p = host(1); }
//=                                    ^
//=
//= host.cu(1): note: candidate function not viable: call to __host__ function from __global__ function
//=   int host(int x);
//=       ^
//=
//= 1 error detected in the compilation of "host.cu".
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("extern __device__ int elsewhere(int);\n__global__ void k(int *p) { *p = elsewhere(1); }\n", "extern.cu");
//= NVRTC_ERROR_COMPILATION
//= extern.cu: error: kernel `k`: `elsewhere(int)` is used in device code and defined nowhere; define it and launch again
//= 1 error detected in the compilation of "extern.cu".
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("__global__ void k(int *p) { int unused; *p = 1; return 1; }\n", "return.cu");
//= NVRTC_ERROR_COMPILATION
//= return.cu(1): error: void function 'k' should not return a value
//=   __global__ void k(int *p) { int unused; *p = 1; return 1; }
//=                                                   ^
//=
//= 1 error detected in the compilation of "return.cu".
//= its image: NVRTC_ERROR_INVALID_PROGRAM
// What NVRTC has without a header is there.
compiled("__global__ void k(int n) { assert(n > 0); printf(\"%d\", n); }\n", "builtin.cu");
//= NVRTC_SUCCESS
// A warning is no error.
compiled("__global__ void k(int *p) {\n  if (*p = 1) *p = 2;\n}\n", "warned.cu");
//= NVRTC_SUCCESS
//= warned.cu(2): warning: using the result of an assignment as a condition without parentheses [-Wparentheses]
//= warned.cu(2): note: place parentheses around the assignment to silence this warning
//= warned.cu(2): note: use '==' to turn this assignment into an equality comparison
compiled("__global__ void k(int *p) {\n  if (*p = 1) *p = 2;\n}\n", "quiet.cu", {"-w"});
//= NVRTC_SUCCESS
compiled("", "empty.cu");
//= NVRTC_SUCCESS
compiled("__global__ void k() {}", "option.cu", {"--no-such-option"});
//= NVRTC_ERROR_INVALID_OPTION
//= nvrtc: error: unrecognized option --no-such-option found
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("__global__ void k() {}", "arch.cu", {"--gpu-architecture=best"});
//= NVRTC_ERROR_INVALID_OPTION
//= nvrtc: error: invalid value for --gpu-architecture: best
//= its image: NVRTC_ERROR_INVALID_PROGRAM
compiled("__global__ void k() {}", "lto.cu", {"-dlto"});
//= NVRTC_ERROR_INVALID_OPTION
//= nvrtc: error: the option -dlto is not in Chevron yet
//= its image: NVRTC_ERROR_INVALID_PROGRAM
nvrtcProgram program; nvrtcCreateProgram(&program, "template <class T> __global__ void k(T *p) {}\n__device__ int fine;", "names.cu", 0, nullptr, nullptr);
nvrtcAddNameExpression(program, "k<NoSuchType>");
nvrtcCompileProgram(program, 0, nullptr)
//= (nvrtcResult) NVRTC_ERROR_COMPILATION
size_t bytes; nvrtcGetProgramLogSize(program, &bytes); std::string log(bytes - 1, ' '); nvrtcGetProgramLog(program, log.data()); puts(log.c_str());
//= name expression `k<NoSuchType>`: error: use of undeclared identifier 'NoSuchType'
//= 1 error detected in the compilation of "names.cu".
int k = 4; k
//= (int) 4
