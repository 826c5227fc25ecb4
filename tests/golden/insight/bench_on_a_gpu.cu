//# On a GPU `%bench` measures by events: code, two codes in alternation, cold caches; what it cannot count it says.
//@ devices = ["cuda"]
__global__ void saxpy(int n, float a, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
constexpr int n = 1 << 20; float *x, *y; cudaMalloc(&x, 4 * n); cudaMalloc(&y, 4 * n); cudaMemset(x, 0, 4 * n); cudaMemset(y, 0, 4 * n);
%bench --bytes 12*n --flops=2*n saxpy<<<n / 256, 256>>>(n, 2, x, y) vs saxpy<<<n / 64, 64>>>(n, 2, x, y)
//= … ms a run, of the device … ms (median of … runs; … ms to … ms), … GB/s (… % of the device's peak), … GFLOP/s (… % of the device's peak)
//= … ms a run, of the device … ms (median of … runs; … ms to … ms), … GB/s (… % of the device's peak), … GFLOP/s (… % of the device's peak)
//= the second takes … times as long as the first
%bench --cold --bytes 12*n saxpy<<<n / 256, 256>>>(n, 2, x, y)
//= … ms a run, of the device … ms (median of … cold runs; … ms to … ms), … GB/s (… % of the device's peak)
%%bench
for (int i = 0; i < 3; ++i)
  saxpy<<<n / 256, 256>>>(n, 2, x, y);
//= … ms a run, of the device … ms (median of … runs; … ms to … ms)
%bench --count saxpy<<<n / 256, 256>>>(n, 2, x, y)
//? error: what kernels move and compute is counted on the CPU device (`--device cpu`); on an NVIDIA GPU NVIDIA's `ncu` counts it
%bench --count saxpy<<<1, 2048>>>(n, 2, x, y)
//? error: what kernels move and compute is counted on the CPU device (`--device cpu`); on an NVIDIA GPU NVIDIA's `ncu` counts it
%bench nothing()
//? cell 6:2:79: error: use of undeclared identifier 'nothing'
//?     2 | chevron::bench(chevron::bench_options{{double(0)}, {double(0)}, false}, [&] { nothing(); });
//?       |                                                                               ^~~~~~~
