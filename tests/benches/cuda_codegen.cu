// Device times of sixteen kernels, for comparing compilers: `cuda_codegen.py` builds this with nvcc, runs it with Chevron, and compares.
// Prints a line for each kernel: its name, the median time of a launch in microseconds, a checksum of what it computed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void copy(int n, const float4 *x, float4 *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = x[i];
}

__global__ void transpose(float *out, const float *in, int w, int h) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w)
      out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void sgemm(const float *a, const float *b, float *c, int n) {
  __shared__ float as[32][32], bs[32][32];
  int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / 32; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * 32 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * 32 + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float part[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0)
      out[blockIdx.x] = sum;
  }
}

__global__ void scan(const int *in, int *out, int n) {
  extern __shared__ int temp[];
  int t = threadIdx.x, pout = 0, pin = 1;
  temp[t] = t > 0 ? in[blockIdx.x * blockDim.x + t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout, pin = 1 - pout;
    temp[pout * n + t] = t >= offset ? temp[pin * n + t] + temp[pin * n + t - offset] : temp[pin * n + t];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = temp[pout * n + t];
}

__global__ void histogram(const unsigned char *data, int n, unsigned *hist) {
  __shared__ unsigned local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&hist[i], local[i]);
}

__constant__ float coef[4];

__global__ void stencil(const float *in, float *out, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= nx - 1 || j >= ny - 1)
    return;
  int s = nx * ny, c = j * nx + i;
  for (int k = 1; k < nz - 1; ++k) {
    int p = c + k * s;
    out[p] = coef[0] * in[p] + coef[1] * (in[p - 1] + in[p + 1]) + coef[2] * (in[p - nx] + in[p + nx]) +
             coef[3] * (in[p - s] + in[p + s]);
  }
}

__global__ void nbody(int n, const float4 *pos, float4 *acc) {
  __shared__ float4 sh[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = pos[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 256) {
    sh[threadIdx.x] = pos[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      float4 q = sh[j];
      float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
      float d2 = dx * dx + dy * dy + dz * dz + 1e-9f, inv = rsqrtf(d2), s = q.w * inv * inv * inv;
      ax += dx * s, ay += dy * s, az += dz * s;
    }
    __syncthreads();
  }
  acc[i] = make_float4(ax, ay, az, 0);
}

__global__ void spmv(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int j = ptr[row]; j < ptr[row + 1]; ++j)
      sum += val[j] * x[col[j]];
    y[row] = sum;
  }
}

__device__ inline float cnd(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228040143267793994605993438f * expf(-0.5f * d * d) *
            (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - c : c;
}

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years, float r, float v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float s = price[i], x = strike[i], t = years[i], q = sqrtf(t);
    float d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * q), d2 = d1 - v * q;
    float c1 = cnd(d1), c2 = cnd(d2), e = expf(-r * t);
    call[i] = s * c1 - x * e * c2;
    put[i] = x * e * (1.0f - c2) - s * (1.0f - c1);
  }
}

__global__ void softmax(const float *in, float *out, int cols) {
  const float *row = in + (size_t)blockIdx.x * cols;
  float *res = out + (size_t)blockIdx.x * cols;
  __shared__ float red[32];
  float m = -1e30f;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    m = fmaxf(m, row[i]);
  for (int d = 16; d > 0; d /= 2)
    m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  if (threadIdx.x % 32 == 0)
    red[threadIdx.x / 32] = m;
  __syncthreads();
  m = red[0];
  for (int w = 1; w < blockDim.x / 32; ++w)
    m = fmaxf(m, red[w]);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    sum += expf(row[i] - m);
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0)
    red[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int w = 0; w < blockDim.x / 32; ++w)
    sum += red[w];
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    res[i] = expf(row[i] - m) / sum;
}

// A product of two small matrices for each block, out of a batch of them.
__global__ void batched(const float *a, const float *b, float *c) {
  constexpr int side = 16;
  __shared__ float as[side][side], bs[side][side];
  size_t at = (size_t)blockIdx.x * side * side + threadIdx.y * side + threadIdx.x;
  as[threadIdx.y][threadIdx.x] = a[at];
  bs[threadIdx.y][threadIdx.x] = b[at];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < side; ++k)
    sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
  c[at] = sum;
}

// A warp for each row.
__global__ void spmv_warp(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32)
    sum += val[j] * x[col[j]];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0)
    y[row] = sum;
}

// A warp for each row of 1,024 columns, which stays in registers.
__global__ void softmax_warp(const float *in, float *out, int rows) {
  constexpr int each = 32;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  in += (size_t)row * 32 * each, out += (size_t)row * 32 * each;
  float v[each], m = -1e30f, sum = 0;
#pragma unroll
  for (int i = 0; i < each; ++i)
    v[i] = in[32 * i + lane], m = fmaxf(m, v[i]);
  for (int d = 16; d > 0; d /= 2)
    m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
#pragma unroll
  for (int i = 0; i < each; ++i)
    v[i] = expf(v[i] - m), sum += v[i];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_xor_sync(~0u, sum, d);
#pragma unroll
  for (int i = 0; i < each; ++i)
    out[32 * i + lane] = v[i] / sum;
}

static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
  }
}

// Bytes of the largest array.
constexpr size_t room = 64 << 20;
static char *a, *b, *c, *d, *e;

template <class T> static double checksum(const T *values, size_t bytes) {
  size_t count = bytes / sizeof(T);
  std::vector<T> host(count);
  check(cudaMemcpy(host.data(), values, bytes, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += host[i] * (1 + i % 7);
  return sum;
}

// A batch is as many launches as take about a millisecond; `batches` of them are timed by events after as many that warm up.
template <class T, class Launch> void measure(const char *name, Launch launch, T *result, size_t bytes) {
  constexpr int batches = 51;
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  check(cudaMemset(result, 0, bytes));
  launch();
  double sum = checksum(result, bytes);
  int launches = 8;
  std::vector<float> times;
  for (int batch = -batches; batch < batches; ++batch) {
    check(cudaEventRecord(start));
    for (int i = 0; i < launches; ++i)
      launch();
    check(cudaEventRecord(stop));
    check(cudaEventSynchronize(stop));
    float ms;
    check(cudaEventElapsedTime(&ms, start, stop));
    if (batch == -batches + 2)
      launches = std::clamp(int(launches / ms), 4, 400);
    if (batch >= 0)
      times.push_back(1e3f * ms / launches);
  }
  check(cudaGetLastError());
  std::sort(times.begin(), times.end());
  printf("%s %.3f %.6e\n", name, times[times.size() / 2], sum);
}

template <class T> T *as(char *memory) { return reinterpret_cast<T *>(memory); }

int main() {
  std::vector<float> values(room / sizeof(float));
  unsigned seed = 1;
  auto random = [&] { return seed = seed * 1664525 + 1013904223, seed >> 8; };
  for (float &value : values)
    value = (250 + random() % 1000) * 0.001f; // one rounding: compilers for the host contract products with sums or do not
  for (char **array : {&a, &b, &c, &d, &e}) {
    check(cudaMalloc(array, room));
    check(cudaMemcpy(*array, values.data(), room, cudaMemcpyHostToDevice));
  }
  const float weights[4] = {0.5f, 0.1f, 0.05f, 0.025f};
  check(cudaMemcpyToSymbol(coef, weights, sizeof weights));
  float *fa = as<float>(a), *fb = as<float>(b), *fc = as<float>(c), *fd = as<float>(d), *fe = as<float>(e);
  int n = 1 << 24;

  measure("saxpy", [=] { saxpy<<<n / 256, 256>>>(n, 0.5f, fa, fb); }, fb, room);
  measure("copy", [=] { copy<<<1056, 512>>>(n / 4, as<float4>(a), as<float4>(b)); }, fb, room);
  measure("transpose", [=] { transpose<<<dim3(128, 128), dim3(32, 8)>>>(fb, fa, 4096, 4096); }, fb, room);
  measure("sgemm", [=] { sgemm<<<dim3(32, 32), dim3(32, 32)>>>(fa, fc, fb, 1024); }, fb, 4 << 20);
  measure("reduction", [=] { reduce<<<1056, 512>>>(fa, fb, n); }, fb, 1056 * sizeof(float));
  std::vector<int> digits(n);
  for (int &digit : digits)
    digit = random() % 10;
  check(cudaMemcpy(e, digits.data(), room, cudaMemcpyHostToDevice));
  measure("scan", [=] { scan<<<n / 512, 512, 2 * 512 * sizeof(int)>>>(as<int>(e), as<int>(b), 512); }, as<int>(b), 4 << 20);
  measure("histogram", [=] { histogram<<<1056, 256>>>(as<unsigned char>(a), 4 * n, as<unsigned>(b)); }, as<unsigned>(b), 256 * sizeof(int));
  measure("stencil", [=] { stencil<<<dim3(8, 32), dim3(32, 8)>>>(fa, fb, 256, 256, 256); }, fb, room);
  measure("stencil-32x4", [=] { stencil<<<dim3(8, 64), dim3(32, 4)>>>(fa, fb, 256, 256, 256); }, fb, room);
  measure("n-body", [=] { nbody<<<64, 256>>>(16384, as<float4>(a), as<float4>(b)); }, fb, 16384 * sizeof(float4));
  // Rows of 16 elements at random places.
  int rows = n / 16;
  std::vector<int> begins(rows + 1), columns(n);
  for (int i = 0; i <= rows; ++i)
    begins[i] = 16 * i;
  for (int &column : columns)
    column = random() % rows;
  check(cudaMemcpy(e, columns.data(), room, cudaMemcpyHostToDevice));
  check(cudaMemcpy(d, begins.data(), begins.size() * sizeof(int), cudaMemcpyHostToDevice));
  measure("SpMV", [=] { spmv<<<rows / 256, 256>>>(rows, as<int>(d), as<int>(e), fa, fc, fb); }, fb, 4 << 20);
  // The same elements in rows of 64.
  int wide = n / 64;
  for (int i = 0; i <= wide; ++i)
    begins[i] = 64 * i;
  check(cudaMemcpy(d, begins.data(), (wide + 1) * sizeof(int), cudaMemcpyHostToDevice));
  measure("SpMV-warp", [=] { spmv_warp<<<wide / 8, 256>>>(wide, as<int>(d), as<int>(e), fa, fc, fb); }, fb, wide * sizeof(float));
  check(cudaMemcpy(d, values.data(), room, cudaMemcpyHostToDevice));
  measure("batched", [=] { batched<<<n / 256, dim3(16, 16)>>>(fa, fc, fb); }, fb, room);
  measure("Black-Scholes", [=] { black_scholes<<<1056, 256>>>(fb, fe, fa, fc, fd, 0.02f, 0.3f, n); }, fb, room);
  measure("softmax", [=] { softmax<<<4096, 256>>>(fa, fb, 4096); }, fb, room);
  measure("softmax-warp", [=] { softmax_warp<<<2048, 256>>>(fa, fb, 16384); }, fb, room);
}
