// The kernels of cpu_tiers.cu in OpenCL C: same algorithms, same shapes of work-groups. tests/benches/cpu_tiers_opencl.cpp runs them.
#define T 16
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define X get_local_id(0)
#define Y get_local_id(1)
kernel void mm(global const float *A, global const float *B, global float *C, int n) {
  local float As[T][T], Bs[T][T];
  int r = get_group_id(1) * T + Y, c = get_group_id(0) * T + X;
  float acc = 0;
  for (int t = 0; t < n / T; ++t) {
    As[Y][X] = A[r * n + t * T + X];
    Bs[Y][X] = B[(t * T + Y) * n + c];
    BARRIER;
    for (int k = 0; k < T; ++k) acc += As[Y][k] * Bs[k][X];
    BARRIER;
  }
  C[r * n + c] = acc;
}
kernel void reduce(global const float *in, global float *out, int n) {
  local float s[256];
  int t = X, i = get_global_id(0);
  s[t] = i < n ? in[i] : 0.f;
  BARRIER;
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; BARRIER; }
  if (t == 0) out[get_group_id(0)] = s[0];
}
#ifdef SUB_GROUPS
__attribute__((intel_reqd_sub_group_size(32))) kernel void shuffle_sums(global const float *in, global float *out, int n) {
  local float part[32];
  int t = X, lane = t & 31, w = t >> 5, i = get_global_id(0);
  float v = i < n ? in[i] : 0.f;
  for (int d = 16; d > 0; d >>= 1) v += intel_sub_group_shuffle_down(v, 0.f, (uint)d);
  if (lane == 0) part[w] = v;
  BARRIER;
  if (w == 0) { v = lane < get_local_size(0) / 32 ? part[lane] : 0.f; for (int d = 16; d > 0; d >>= 1) v += intel_sub_group_shuffle_down(v, 0.f, (uint)d); if (lane == 0) out[get_group_id(0)] = v; }
}
#endif
kernel void transpose(global const float *in, global float *out, int n) {
  local float tile[32][33];
  int x = get_group_id(0) * 32 + X, y = get_group_id(1) * 32 + Y;
  for (int j = 0; j < 32; j += 8) tile[Y + j][X] = in[(y + j) * n + x];
  BARRIER;
  x = get_group_id(1) * 32 + X; y = get_group_id(0) * 32 + Y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[X][Y + j];
}
kernel void stencil(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  for (int z = 1; z < n - 1; ++z) {
    size_t i = ((size_t)z * n + y) * n + x;
    out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - (size_t)n * n] + in[i + (size_t)n * n]);
  }
}
kernel void scan(global const float *in, global float *out) {
  local float s[512];
  int t = X, n = 512, off = 1; size_t b = (size_t)get_group_id(0) * n;
  s[2 * t] = in[b + 2 * t]; s[2 * t + 1] = in[b + 2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) { BARRIER; if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; s[c] += s[a]; } off *= 2; }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) { off >>= 1; BARRIER; if (t < d) { int a = off * (2 * t + 1) - 1, c = off * (2 * t + 2) - 1; float x = s[a]; s[a] = s[c]; s[c] += x; } }
  BARRIER;
  out[b + 2 * t] = s[2 * t]; out[b + 2 * t + 1] = s[2 * t + 1];
}
kernel void saxpy(float a, global const float *x, global float *y, int n) { int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }
kernel void copy(global const float *x, global float *y, int n) { int i = get_global_id(0); if (i < n) y[i] = x[i]; }
kernel void turn(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < n && y < n) out[x * n + y] = in[y * n + x];
}
kernel void histogram(global const uchar *in, global uint *bins, int n) {
  local uint own[256];
  own[X] = 0;
  BARRIER;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[in[i]]);
  BARRIER;
  atomic_add(&bins[X], own[X]);
}
kernel void nbody(global const float4 *bodies, global float4 *forces, int n) {
  local float4 tile[256];
  int i = get_global_id(0);
  float4 own = bodies[i]; float fx = 0, fy = 0, fz = 0;
  for (int t = 0; t < n; t += 256) {
    tile[X] = bodies[t + X];
    BARRIER;
    for (int j = 0; j < 256; ++j) {
      float dx = tile[j].x - own.x, dy = tile[j].y - own.y, dz = tile[j].z - own.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-4f), f = tile[j].w * inverse * inverse * inverse;
      fx += f * dx; fy += f * dy; fz += f * dz;
    }
    BARRIER;
  }
  forces[i] = (float4)(fx, fy, fz, 0);
}
kernel void mandelbrot(global int *out, int n, int most) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= n) return;
  float cr = -2.f + 3.f * x / n, ci = -1.5f + 3.f * y / n, r = 0, i = 0; int k = 0;
  while (k < most && r * r + i * i < 4.f) { float next = r * r - i * i + cr; i = 2 * r * i + ci; r = next; ++k; }
  out[y * n + x] = k;
}
float below(float d) {
  float k = 1.f / (1.f + 0.2316419f * fabs(d));
  float c = 0.39894228f * exp(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.f - c : c;
}
kernel void blackscholes(global const float *price, global const float *strike, global const float *years, global float *call, global float *put, float rate, float volatility, int n) {
  int i = get_global_id(0); if (i >= n) return;
  float root = sqrt(years[i]), d1 = (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root), d2 = d1 - volatility * root;
  float now = strike[i] * exp(-rate * years[i]), c = price[i] * below(d1) - now * below(d2);
  call[i] = c; put[i] = c + now - price[i];
}
kernel void spmv(global const int *rows, global const int *columns, global const float *values, global const float *x, global float *y, int n) {
  int row = get_global_id(0); if (row >= n) return;
  float sum = 0;
  for (int k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}
kernel void bitonic(global const float *in, global float *out) {
  local float s[512];
  int t = X; size_t b = (size_t)get_group_id(0) * 512;
  s[t] = in[b + t]; s[t + 256] = in[b + t + 256];
  for (int size = 2; size <= 512; size <<= 1)
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      BARRIER;
      int at = 2 * t - (t & (stride - 1)); bool up = (at & size) == 0;
      float a = s[at], c = s[at + stride];
      if ((a > c) == up) { s[at] = c; s[at + stride] = a; }
    }
  BARRIER;
  out[b + t] = s[t]; out[b + t + 256] = s[t + 256];
}
kernel void softmax(global const float *in, global float *out, int columns) {
  local float s[256];
  global const float *row = in + (size_t)get_group_id(0) * columns; global float *to = out + (size_t)get_group_id(0) * columns;
  int t = X; float most = -MAXFLOAT, sum = 0;
  for (int c = t; c < columns; c += get_local_size(0)) most = fmax(most, row[c]);
  s[t] = most; BARRIER;
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) { if (t < d) s[t] = fmax(s[t], s[t + d]); BARRIER; }
  most = s[0]; BARRIER;
  for (int c = t; c < columns; c += get_local_size(0)) { float e = exp(row[c] - most); to[c] = e; sum += e; }
  s[t] = sum; BARRIER;
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; BARRIER; }
  float scale = 1.f / s[0];
  for (int c = t; c < columns; c += get_local_size(0)) to[c] *= scale;
}
