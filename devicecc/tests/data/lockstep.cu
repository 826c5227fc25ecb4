// Kernels in which lanes of a warp never meet without a synchronisation, and behind them some that count on lanes in step.
__global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float As[16][16], Bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int m = 0; m < n / 16; m++) {
    As[ty][tx] = a[row * n + m * 16 + tx]; Bs[ty][tx] = b[(m * 16 + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; k++) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
__global__ void tree(const float *in, float *out) {
  __shared__ float s[256]; unsigned t = threadIdx.x; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void tree1(const float *in, float *out) {
  __shared__ float s[256]; unsigned t = threadIdx.x; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) { if (t % (2 * k) == 0) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void tree2(const float *in, float *out) {
  __shared__ float s[256]; unsigned t = threadIdx.x; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) { unsigned i = 2 * k * t; if (i < blockDim.x) s[i] += s[i + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void scan(const float *in, float *out) {
  __shared__ float s[256]; int t = threadIdx.x; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (int k = 1; k < 256; k *= 2) { float v = t >= k ? s[t - k] : 0; __syncthreads(); s[t] += v; __syncthreads(); }
  out[blockIdx.x * 256 + t] = s[t];
}
__global__ void scan_of_two_buffers(const float *in, float *out) {
  __shared__ float s[2 * 256]; int t = threadIdx.x, p = 0, q = 1; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (int k = 1; k < 256; k *= 2) { p = 1 - p; q = 1 - p; if (t >= k) s[p * 256 + t] = s[q * 256 + t] + s[q * 256 + t - k]; else s[p * 256 + t] = s[q * 256 + t]; __syncthreads(); }
  out[blockIdx.x * 256 + t] = s[p * 256 + t];
}
__global__ void scan_of_two_buffers_of_any_size(const float *in, float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x, to = 0, from = 1;
  s[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int k = 1; k < n; k *= 2) {
    to = 1 - to;
    from = 1 - to;
    s[to * n + t] = t >= k ? s[from * n + t] + s[from * n + t - k] : s[from * n + t];
    __syncthreads();
  }
  out[t] = s[to * n + t];
}
__global__ void tiles_of_two_buffers(const float *a, float *out, int count) {
  __shared__ float tile[2][16][16];
  int tx = threadIdx.x, ty = threadIdx.y, now = 0;
  float sum = 0;
  tile[0][ty][tx] = a[ty * 16 + tx];
  __syncthreads();
  for (int i = 1; i < count; i++) {
    tile[now ^ 1][ty][tx] = a[i * 256 + ty * 16 + tx];
    for (int k = 0; k < 16; k++) sum += tile[now][ty][k] * tile[now][k][tx];
    __syncthreads();
    now ^= 1;
  }
  out[ty * 16 + tx] = sum;
}
__global__ void blelloch(const float *in, float *out) {
  extern __shared__ float s[]; int t = threadIdx.x, n = 512, o = 1;
  s[2 * t] = in[2 * t]; s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) { __syncthreads(); if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; s[b] += s[a]; } o *= 2; }
  __syncthreads();
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) { o >>= 1; __syncthreads(); if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; float v = s[a]; s[a] = s[b]; s[b] += v; } }
  __syncthreads(); out[2 * t] = s[2 * t]; out[2 * t + 1] = s[2 * t + 1];
}
__global__ void hist(const float *in, int *out, int n) {
  __shared__ int h[64]; for (int i = threadIdx.x; i < 64; i += blockDim.x) h[i] = 0; __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[i * 7 % 64], 1);
  __syncthreads(); for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&out[i], h[i]);
}
__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float s[18][18]; int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx + 1, y = blockIdx.y * 16 + ty + 1;
  s[ty + 1][tx + 1] = in[y * n + x];
  if (tx == 0) s[ty + 1][0] = in[y * n + x - 1];
  if (tx == 15) s[ty + 1][17] = in[y * n + x + 1];
  if (ty == 0) s[0][tx + 1] = in[(y - 1) * n + x];
  if (ty == 15) s[17][tx + 1] = in[(y + 1) * n + x];
  __syncthreads();
  out[y * n + x] = s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] - 4 * s[ty + 1][tx + 1];
}
__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float s[32][33]; int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads(); x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void shuffled(const float *in, float *out) {
  __shared__ float s[32]; int lane = threadIdx.x % warpSize, wid = threadIdx.x / warpSize; float v = in[blockIdx.x * 256 + threadIdx.x];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
  if (lane == 0) s[wid] = v; __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? s[lane] : 0;
  if (wid == 0) for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o);
  if (threadIdx.x == 0) out[blockIdx.x] = v;
}
__global__ void nbody(const float4 *p, float4 *f, int n) {
  __shared__ float4 s[256]; float4 me = p[blockIdx.x * 256 + threadIdx.x], a = {0, 0, 0, 0};
  for (int t = 0; t < n / 256; t++) { s[threadIdx.x] = p[t * 256 + threadIdx.x]; __syncthreads();
    for (int i = 0; i < 256; i++) { float dx = s[i].x - me.x, dy = s[i].y - me.y, dz = s[i].z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f); r = r * r * r * s[i].w; a.x += dx * r; a.y += dy * r; a.z += dz * r; } __syncthreads(); }
  f[blockIdx.x * 256 + threadIdx.x] = a;
}
__global__ void bitonic(float *out, const float *in) {
  __shared__ float s[256]; unsigned t = threadIdx.x; s[t] = in[blockIdx.x * 256 + t]; __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) for (unsigned j = k / 2; j > 0; j /= 2) { unsigned x = t ^ j; if (x > t) { float a = s[t], b = s[x]; if ((t & k) == 0 ? a > b : a < b) { s[t] = b; s[x] = a; } } __syncthreads(); }
  out[blockIdx.x * 256 + t] = s[t];
}
__global__ void saxpy(float *y, const float *x, int n) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = 2 * x[i] + y[i]; }
__global__ void lud(float *a, int n, int k) { int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x; if (i > k && j > k && i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j]; }
__global__ void first_thread_sums(float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < n; i++) s[0] += s[i];
  __syncthreads();
  out[threadIdx.x] += s[0];
}
__global__ void rows_of_fields(float *out) {
  __shared__ struct { float x, y; } s[64];
  unsigned t = threadIdx.x;
  s[t].x = t;
  s[t].y = s[t].x + 1;
  s[t].x += s[t].y;
  __syncthreads();
  out[t] = s[63 - t].x;
}
// These count on lanes in step.
__global__ void steps_to_a_neighbour(float *out) {
  __shared__ float s[33];
  unsigned t = threadIdx.x;
  s[t] = t;
  out[t] = s[t + 1];
}
__global__ void steps_from_one_lane(int *next, int *out) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(next, 32);
  out[threadIdx.x] = base;
}
__global__ void steps_in_a_loop(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  for (int k = 1; k < 32; k *= 2)
    if (t >= k) s[t] += s[t - k];
  out[t] = s[t];
}
__global__ void steps_without_guard(float *out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  s[t] += s[t ^ 1];
  __syncthreads();
  out[t] = s[t];
}
__global__ void steps_across_rows(float *out) {
  __shared__ float s[8][8];
  unsigned x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x;
  out[8 * y + x] = s[x][y];
}
__global__ void steps_in_device_memory(int *data) { data[threadIdx.x + 1] = data[threadIdx.x]; }
