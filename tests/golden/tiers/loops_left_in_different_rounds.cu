//# Loops that threads leave in different rounds: a warp goes round until its last lane has left. Every block's shape and way out gives what each thread alone would.
//@ devices = ["cpu"]
//@ tier = "regions"
__host__ __device__ int steps(float cr, float ci, int most) {
  float r = 0, i = 0; int k = 0;
  while (k < most && r * r + i * i < 4.f) { float next = r * r - i * i + cr; i = 2 * r * i + ci; r = next; ++k; }
  return k;
}
__global__ void mandelbrot(int *out, int n, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  out[y * n + x] = steps(-2.f + 3.f * x / n, -1.5f + 3.f * y / n, most);
}
const int n = 50; int *out, bad = 0; cudaMallocManaged(&out, n * n * 4);
bool same(dim3 block) {
  for (int i = 0; i < n * n; ++i) out[i] = -1;
  mandelbrot<<<dim3((n + block.x - 1) / block.x, (n + block.y - 1) / block.y), block>>>(out, n, 60);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n * n; ++i) bad += out[i] != steps(-2.f + 3.f * (i % n) / n, -1.5f + 3.f * (i / n) / n, 60);
  return bad == 0;
}
same(dim3(16, 16)) && same(dim3(32, 8)) && same(dim3(8, 4)) && same(dim3(10, 10)) && same(dim3(1, 64)) && same(dim3(64)) && same(dim3(5)) && same(dim3(24, 4))
//= (bool) true
// Two ways out, with different values; a second loop in a branch; none comes in of some warps.
__global__ void collatz(unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = i + 1, k = 0, most = 0;
  if (i < n && i % 7 != 3) {
    for (; v != 1; ++k) { v = v & 1 ? 3 * v + 1 : v >> 1; most = v > most ? v : most; if (k > 90) { most = 7; break; } v ^= (v >> 20) + (k & 0); }
    if (k % 3 == 1) { unsigned w = k; for (int j = 0; w > 5 && j < 50; ++j) { w = w * 5 % 64 + (w >> 3) - (w & 1); w = w > 60 ? w - 30 : w - 1; if (w > 63) break; } k += w; }
    out[i] = k * 1000 + most % 1000;
  }
}
unsigned *sums; cudaMallocManaged(&sums, 4000);
unsigned sum(unsigned block) { memset(sums, 0, 4000); collatz<<<1000 / block, block>>>(sums, 900); cudaDeviceSynchronize(); unsigned s = 0; for (int i = 0; i < 1000; ++i) s = s * 31 + sums[i]; return s; }
sum(32) == sum(1)
//= (bool) true
sum(125) == sum(1)
//= (bool) true
// Work that starts a value for each lane inside a common loop, with memory that is written while others go on.
__global__ void inside(float *x, int rounds) {
  float v = x[threadIdx.x];
  for (int r = 0; r < rounds; ++r) {
    int k = 0;
    while (v > 1.f && k < 50) { v = v * 0.5f + 0.25f * v * 0.125f + 0.01f * k; v -= 0.001f * v * v; ++k; }
    v = v * 3.f + r + k;
  }
  x[threadIdx.x] = v;
}
float *values; cudaMallocManaged(&values, 256);
float ran(int threads) { for (int i = 0; i < 64; ++i) values[i] = i; for (int i = 0; i < 64; i += threads) inside<<<1, threads>>>(values + i, 5); cudaDeviceSynchronize(); float s = 0; for (int i = 0; i < 64; ++i) s += values[i]; return s; }
ran(64) == ran(1)
//= (bool) true
// Each thread takes the next piece of work when it is done with one.
__global__ void pieces(int *out, int n, int w) {
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < n; p += gridDim.x * blockDim.x) out[p] = steps(-2.f + 3.f * (p % w) / w, -1.5f + 3.f * (p / w) / w, 60);
}
bool taken(int blocks, int threads) {
  for (int i = 0; i < n * n; ++i) out[i] = -1;
  pieces<<<blocks, threads>>>(out, n * n - 7, n); cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < n * n; ++i) bad += out[i] != (i < n * n - 7 ? steps(-2.f + 3.f * (i % n) / n, -1.5f + 3.f * (i / n) / n, 60) : -1);
  return bad == 0;
}
taken(3, 64) && taken(2, 256) && taken(1, 32) && taken(2, 10)
//= (bool) true
