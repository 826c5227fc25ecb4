// Runs the kernels of cpu_tiers.cl on an OpenCL platform: CPU time of a launch, microseconds. tests/benches/cpu_tiers.py runs it with the file and a part of the platform's name.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <time.h>
// CPU time, or with WALL=1 what a clock on the wall shows.
inline double now() { static clockid_t clock = std::getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID; timespec t; clock_gettime(clock, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
template <class F> double best(F f, int reps) { double b = 1e9; for (int i = 0; i < reps; ++i) { double t0 = now(); f(); double d = now() - t0; if (d < b) b = d; } return b * 1e6; }
constexpr int n = 512, m = 1 << 20, q = 128;
// Exit statuses that cpu_tiers.py knows.
enum { NoPlatform = 3 };

[[noreturn]] void fail(const char *what, int status) {
  fprintf(stderr, "%s: OpenCL error %d\n", what, status);
  exit(1);
}
void check(const char *what, int status) { if (status != CL_SUCCESS) fail(what, status); }

// Its first device that is a processor; null if no platform has the name.
cl_device_id find(const char *name) {
  cl_platform_id all[16];
  cl_uint count = 0;
  if (clGetPlatformIDs(16, all, &count) != CL_SUCCESS) return nullptr;
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    char text[256] = "";
    cl_device_id device = nullptr;
    clGetPlatformInfo(all[i], CL_PLATFORM_NAME, sizeof text, text, nullptr);
    if (strstr(text, name) && clGetDeviceIDs(all[i], CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) return device;
  }
  return nullptr;
}

struct Memory {
  void *at;
  cl_mem buffer;
};
struct Shape {
  size_t blocks[2], threads[2];
};

class Bench {
public:
  Bench(cl_device_id device, const char *file) {
    int status;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check("context", status);
    queue = clCreateCommandQueue(context, device, 0, &status);
    check("queue", status);
    char extensions[8192] = "";
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, nullptr);
    subGroups = strstr(extensions, "cl_intel_required_subgroup_size") && strstr(extensions, "cl_intel_subgroups");
    std::ifstream stream(file);
    std::string text(std::istreambuf_iterator<char>(stream), {});
    const char *source = text.c_str();
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check("program", status);
    status = clBuildProgram(program, 1, &device, subGroups ? "-cl-fast-relaxed-math -DSUB_GROUPS" : "-cl-fast-relaxed-math", nullptr, nullptr);
    char log[16384] = "";
    if (status != CL_SUCCESS) clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr), fputs(log, stderr);
    check("build", status);
  }
  bool subGroups;

  // The host's own memory, which kernels reach where it lies.
  Memory memory(size_t bytes) {
    void *at = aligned_alloc(4096, bytes < 4096 ? 4096 : bytes);
    memset(at, 0, bytes);
    int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, at, &status);
    check("buffer", status);
    return {at, buffer};
  }
  // Prints what a launch takes, and a sum over what the launches have written.
  template <class E, class... Parameters> void time(const char *name, const char *kernelName, int reps, Shape shape, Memory out, int count, Parameters... parameters) {
    memset(out.at, 0, count * sizeof(E));
    clEnqueueWriteBuffer(queue, out.buffer, CL_TRUE, 0, count * sizeof(E), out.at, 0, nullptr, nullptr);
    int status;
    cl_kernel kernel = clCreateKernel(program, kernelName, &status);
    check(kernelName, status);
    cl_uint index = 0;
    (pass(kernel, index++, parameters), ...);
    size_t all[] = {shape.blocks[0] * shape.threads[0], shape.blocks[1] * shape.threads[1]};
    double time = best([&] {
      check(name, clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, all, shape.threads, 0, nullptr, nullptr));
      check(name, clFinish(queue));
    }, reps);
    clEnqueueReadBuffer(queue, out.buffer, CL_TRUE, 0, count * sizeof(E), out.at, 0, nullptr, nullptr);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += std::fabs((double)((const E *)out.at)[i]) * (i % 7 + 1);
    printf("%s %.0f %.9g\n", name, time, sum);
  }

private:
  cl_context context;
  cl_command_queue queue;
  cl_program program;

  void pass(cl_kernel kernel, cl_uint index, Memory value) { check("argument", clSetKernelArg(kernel, index, sizeof value.buffer, &value.buffer)); }
  template <class V> void pass(cl_kernel kernel, cl_uint index, V value) { check("argument", clSetKernelArg(kernel, index, sizeof value, &value)); }
};

int main(int count, char **words) {
  cl_device_id device = count == 3 ? find(words[2]) : nullptr;
  if (!device) return NoPlatform;
  Bench bench(device, words[1]);
  Memory A = bench.memory(m * 8), B = bench.memory(m * 8), C = bench.memory(m * 8), D = bench.memory(m * 4), P = bench.memory(m * 4), S = bench.memory(m * 4), Y = bench.memory(m * 4), H = bench.memory(1024), R = bench.memory((m / 16 + 1) * 4), I = bench.memory(m * 4);
  auto floats = [](Memory memory) { return (float *)memory.at; };
  for (int i = 0; i < 2 * m; ++i) { floats(A)[i] = (i % 13) - 6; floats(B)[i] = (i % 7) - 3; }
  int *rows = (int *)R.at, *columns = (int *)I.at;
  unsigned seed = 1; auto random = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
  for (int i = 0; i < m; ++i) { floats(P)[i] = 5 + random() % 2500 * 0.01f; floats(S)[i] = 1 + random() % 9900 * 0.01f; floats(Y)[i] = 0.25f + random() % 975 * 0.01f; columns[i] = random() % (m / 16); }
  rows[0] = 0; for (int i = 0; i < m / 16; ++i) rows[i + 1] = rows[i] + (i % 2 ? 8 + random() % 8 : 16);
  auto line = [](size_t blocks) { return Shape{{blocks, 1}, {256, 1}}; };
  bench.time<float>("mm", "mm", 10, {{n / 16, n / 16}, {16, 16}}, C, n * n, A, B, C, n);
  bench.time<float>("reduce", "reduce", 10, line(m / 256), C, m / 256, A, C, m);
  if (bench.subGroups) bench.time<float>("shuffle", "shuffle_sums", 10, line(m / 256), C, m / 256, A, C, m);
  bench.time<float>("transpose", "transpose", 10, {{32, 32}, {32, 8}}, C, m, A, C, 1024);
  bench.time<float>("stencil", "stencil", 10, {{q / 32, q / 8}, {32, 8}}, C, q * q * q, A, C, q);
  bench.time<float>("scan", "scan", 10, line(m / 512), C, m, A, C);
  bench.time<float>("saxpy", "saxpy", 10, line(m / 256), C, m, 2.f, A, C, m);
  bench.time<float>("copy", "copy", 10, line(m / 256), C, m, A, C, m);
  bench.time<float>("turn", "turn", 10, {{64, 64}, {16, 16}}, C, m, A, C, 1024);
  bench.time<unsigned>("histogram", "histogram", 10, line(64), H, 256, I, H, m * 4);
  bench.time<float>("nbody", "nbody", 4, line(4096 / 256), C, 4096 * 4, P, C, 4096);
  bench.time<int>("mandelbrot", "mandelbrot", 4, {{32, 32}, {16, 16}}, C, 512 * 512, C, 512, 256);
  bench.time<float>("blackscholes", "blackscholes", 10, line(m / 256), C, m, P, S, Y, C, D, 0.02f, 0.3f, m);
  bench.time<float>("spmv", "spmv", 10, line(m / 16 / 256), C, m / 16, R, I, A, B, C, m / 16);
  bench.time<float>("bitonic", "bitonic", 4, line(m / 512), C, m, P, C);
  bench.time<float>("softmax", "softmax", 10, line(1024), C, m, P, C, 1024);
}
