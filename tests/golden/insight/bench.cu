//# `%bench` measures code, two codes in alternation, with cold caches; the CPU device counts what a run moves and computes.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void saxpy(int n, float a, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
constexpr int n = 1 << 16; float *x, *y; cudaMalloc(&x, 4 * n); cudaMalloc(&y, 4 * n); cudaMemset(x, 0, 4 * n); cudaMemset(y, 0, 4 * n);
%bench --bytes 12*n --flops=2*n saxpy<<<n / 256, 256>>>(n, 2, x, y) vs saxpy<<<n / 64, 64>>>(n, 2, x, y)
//= … ms a run, of the device … ms (median of … runs; … ms to … ms), … GB/s, … GFLOP/s
//= … ms a run, of the device … ms (median of … runs; … ms to … ms), … GB/s, … GFLOP/s
//= the second takes … times as long as the first
%bench --cold --bytes 12*n saxpy<<<n / 256, 256>>>(n, 2, x, y)
//= … ms a run, of the device … ms (median of … cold runs; … ms to … ms), … GB/s
%%bench --count --cold
for (int i = 0; i < 3; ++i)
  saxpy<<<n / 256, 256>>>(n, 2, x, y);
//= … ms a run, of the device … ms (median of … cold runs; … ms to … ms), … GB/s, … GFLOP/s
//? note: counted of one run: 2359296 bytes of global memory read or written, each once a launch; 393216 floating-point operations
%bench --count saxpy<<<n / 256, 256>>>(n, 2, x, y) vs cudaMemcpyAsync(x, y, 4 * n, cudaMemcpyDeviceToDevice)
//= … ms a run, of the device … ms (median of … runs; … ms to … ms), … GB/s, … GFLOP/s
//= … ms a run, of the device … ms (median of … runs; … ms to … ms)
//= the second takes … times as long as the first
//? note: counted of one run: 786432 bytes of global memory read or written, each once a launch; 131072 floating-point operations
//? note: counted of one run: 0 bytes of global memory read or written, each once a launch; 0 floating-point operations
%bench
//? error: usage: `%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]`
%bench --cold
//? error: usage: `%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]`
%bench --warm saxpy<<<n / 256, 256>>>(n, 2, x, y)
//? error: usage: `%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]`
%bench --count --bytes 1 saxpy<<<n / 256, 256>>>(n, 2, x, y)
//? error: usage: `%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]`
%bench --count saxpy<<<1, 2048>>>(n, 2, x, y)
//? error: cell 10: kernel `saxpy` <<<(1,1,1), (2048,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2048 threads exceeds 1024
%bench nothing()
//? cell 11:2:79: error: use of undeclared identifier 'nothing'
//?     2 | chevron::bench(chevron::bench_options{{double(0)}, {double(0)}, false}, [&] { nothing(); });
//?       |                                                                               ^~~~~~~
