//# Divisions that all threads of a row, or of a part of it, have alike give what each thread's own would: indices that wrap around, split by a width, or are tiles of threads in a line.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cstring>
const int M = 1 << 16;
int *in, *out; unsigned char *bytes, *cells; cudaMallocManaged(&in, 4 * M); cudaMallocManaged(&out, 4 * M); cudaMallocManaged(&bytes, M); cudaMallocManaged(&cells, M);
for (int i = 0; i < M; ++i) { in[i] = i * 37 % 1009 - 300; bytes[i] = i * 7 % 5; }
__host__ __device__ int wrapped(const int *in, int x, int y, int w, int h) {
  int s = 0; for (int j = -1; j <= 1; ++j) for (int i = -1; i <= 1; ++i) s = s * 3 + in[(y + j + h) % h * w + (x + i + w) % w]; return s;
}
__global__ void wrap(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x >= w || y >= h) return; out[y * w + x] = wrapped(in, x, y, w, h);
}
bool wraps(int w, int h, dim3 block) {
  memset(out, 0, 4 * M); wrap<<<dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block>>>(in, out, w, h); cudaDeviceSynchronize();
  for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) if (out[y * w + x] != wrapped(in, x, y, w, h)) return printf("%d %d\n", x, y), false; return true;
}
wraps(64, 64, dim3(16, 16)) && wraps(100, 33, dim3(32, 8)) && wraps(1, 1, dim3(16, 4)) && wraps(17, 2, dim3(16, 2)) && wraps(192, 3, 64) && wraps(250, 5, dim3(48, 1))
//= (bool) true
// Bytes; nobody divides by 0 where nobody comes to it.
__host__ __device__ unsigned char next(const unsigned char *in, int x, int y, int n) {
  int s = 0; for (int j = -1; j <= 1; ++j) for (int i = -1; i <= 1; ++i) s += in[(y + j + n) % n * n + (x + i + n) % n]; return s % 7;
}
__global__ void life(const unsigned char *in, unsigned char *out, int n) { int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; if (x >= n || y >= n) return; out[y * n + x] = next(in, x, y, n); }
bool lives(int n, dim3 block) {
  memset(cells, 9, M); life<<<dim3(n / block.x + 1, n / block.y + 1), block>>>(bytes, cells, n); if (cudaDeviceSynchronize()) return false;
  for (int i = 0; i < n * n; ++i) if (cells[i] != next(bytes, i % n, i / n, n)) return printf("%d\n", i), false; return cells[n * n] == 9;
}
lives(128, dim3(32, 8)) && lives(70, dim3(16, 16)) && lives(0, dim3(32, 8)) && lives(200, dim3(64, 2))
//= (bool) true
// A division by what all have alike, where only some come to it: the first lane does not.
__global__ void some(const unsigned char *in, unsigned char *out, int a, int b) { int i = threadIdx.y * blockDim.x + threadIdx.x; if (in[i] > 2) out[i] = a / b + in[i]; else out[i] = 1; }
some<<<1, dim3(32, 8)>>>(bytes, cells, 100, 7); cudaDeviceSynchronize();
int wrong = 0; for (int i = 0; i < 256; ++i) wrong += cells[i] != (bytes[i] > 2 ? 14 + bytes[i] : 1);
for (int i = 0; i < 256; ++i) bytes[i] = 0;
some<<<1, dim3(32, 8)>>>(bytes, cells, 100, 0); printf("%d %d %d", wrong, (int)cudaDeviceSynchronize(), cells[255]);
//= 0 0 1
// One index for a picture, numbers that are negative or run over, unsigned ones.
template <class T> __host__ __device__ int split(const int *in, T i, T w) { T x = i % w, y = i / w; return in[(unsigned)(x * 3 + y * 5) % 1000u] * 7 + (int)x - (int)y; }
template <class T> __global__ void picture(const int *in, int *out, T first, T w, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = split<T>(in, first + (T)i, w); }
template <class T> bool splits(T first, T w, int n, int threads) {
  picture<T><<<(n + threads - 1) / threads, threads>>>(in, out, first, w, n); cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) if (out[i] != split<T>(in, first + (T)i, w)) return printf("%d\n", i), false; return true;
}
splits<int>(0, 100, 5000, 256) && splits<int>(-1000, 64, 5000, 64) && splits<int>(-700, -33, 3000, 128) && splits<unsigned>(0xfffffc00u, 77, 5000, 256) && splits<long long>(-4096, 512, 9000, 256) && splits<unsigned>(5, 16, 999, 96)
//= (bool) true
// Tiles by threads in a line, with and without a loop.
template <int W> __global__ void tiles(const int *in, int *out, int n) {
  __shared__ int a[W][W + 1]; int t = threadIdx.x, x = t % W, y = t / W; int s = 0;
  for (int k = 0; k < n; k += W) {
    for (int r = y; r < W; r += blockDim.x / W) a[r][x] = in[(blockIdx.x * W + r) * n + k + x];
    __syncthreads();
    for (int i = 0; i < W; ++i) s = s * 3 + a[x][i] * a[(y + i) % W][(x + i) & (W - 1)];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s;
}
template <int W> bool tiled(int threads) {
  tiles<W><<<3, threads>>>(in, out, 4 * W); cudaDeviceSynchronize();
  for (int b = 0; b < 3; ++b) for (int t = 0; t < threads; ++t) {
    int x = t % W, y = t / W, s = 0; auto a = [&](int k, int r, int c) { return in[(b * W + r) * 4 * W + k + c]; };
    for (int k = 0; k < 4 * W; k += W) for (int i = 0; i < W; ++i) s = s * 3 + a(k, x, i) * a(k, (y + i) % W, (x + i) % W);
    if (out[b * threads + t] != s) return printf("%d %d\n", b, t), false;
  }
  return true;
}
tiled<16>(256) && tiled<32>(256) && tiled<8>(64) && tiled<64>(128) && tiled<16>(48)
//= (bool) true
