// What a launch costs: `<<<>>>` of a kernel that Chevron compiled, beside the driver's own `cuLaunchKernel` of the same kernel, in one
// process and in turns. `chevron --device cuda run tests/benches/cuda_launch.cu`; needs a GPU.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <vector>

__global__ void touch(int *p, int value) {
  if (threadIdx.x == 0 && value < 0)
    *p = value;
}

static const char ptx[] = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry touch(.param .u64 p, .param .u32 v) {
  .reg .pred %q;
  .reg .b32 %a, %t;
  .reg .b64 %d;
  ld.param.u64 %d, [p];
  ld.param.u32 %a, [v];
  mov.u32 %t, %tid.x;
  setp.ge.s32 %q, %a, 0;
  @%q bra end;
  setp.ne.u32 %q, %t, 0;
  @%q bra end;
  cvta.to.global.u64 %d, %d;
  st.global.u32 [%d], %a;
end:
  ret;
}
)";

using Load = int (*)(void **, const void *);
using Get = int (*)(void **, void *, const char *);
using LoadLibrary = int (*)(void **, const void *, void *, void *, unsigned, void *, void *, unsigned);
using Function = int (*)(void **, void *);
using Launch = int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

constexpr int rounds = 41, launches = 500;

template <class F> double microseconds(F launch, bool wait_each) {
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < launches; ++i) {
    launch();
    if (wait_each)
      cudaDeviceSynchronize();
  }
  std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  cudaDeviceSynchronize();
  return took.count() / launches;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int main() {
  int *p, value = 1;
  cudaMalloc(&p, 4);
  touch<<<1, 32>>>(p, value);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  void *driver = dlopen("libcuda.so.1", RTLD_NOW), *module = nullptr, *function = nullptr;
  if (!driver || ((Load)dlsym(driver, "cuModuleLoadData"))(&module, ptx) ||
      ((Get)dlsym(driver, "cuModuleGetFunction"))(&function, module, "touch")) {
    std::puts("the driver's own kernel could not be loaded");
    return 1;
  }
  void *library = nullptr, *kernel = nullptr, *library_function = nullptr;
  if (((LoadLibrary)dlsym(driver, "cuLibraryLoadData"))(&library, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0) ||
      ((Get)dlsym(driver, "cuLibraryGetKernel"))(&kernel, library, "touch") ||
      ((Function)dlsym(driver, "cuKernelGetFunction"))(&library_function, kernel)) {
    std::puts("the driver's own kernel could not be loaded as a library");
    return 1;
  }
  auto raw = (Launch)dlsym(driver, "cuLaunchKernel");
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  auto ours = [&] { touch<<<1, 32>>>(p, value); };
  auto ours_in_stream = [&] { touch<<<1, 32, 0, stream>>>(p, value); };
  auto theirs = [&] {
    void *arguments[] = {&p, &value};
    raw(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  };
  auto of_library = [&] {
    void *arguments[] = {&p, &value};
    raw(library_function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  };
  std::vector<double> figures[6];
  for (int round = 0; round < rounds; ++round) {
    figures[0].push_back(microseconds(ours, false));
    figures[1].push_back(microseconds(ours_in_stream, false));
    figures[2].push_back(microseconds(theirs, false));
    figures[3].push_back(microseconds(ours, true));
    figures[4].push_back(microseconds(theirs, true));
    figures[5].push_back(microseconds(of_library, false));
  }
  double submit = median(figures[0]), in_stream = median(figures[1]), raw_submit = median(figures[2]);
  double finished = median(figures[3]), raw_finished = median(figures[4]);
  std::printf("submit, us: <<<>>> %.3f, in a stream %.3f, cuLaunchKernel %.3f (of a library %.3f), ratio %.3f\n", submit, in_stream,
              raw_submit, median(figures[5]), submit / raw_submit);
  std::printf("submit and wait, us: <<<>>> %.3f, cuLaunchKernel %.3f, ratio %.3f\n", finished, raw_finished, finished / raw_finished);
}
