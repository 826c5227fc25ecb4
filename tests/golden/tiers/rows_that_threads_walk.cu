//# Each thread walks along a row of its own, and reads sixteen numbers at a time: any length, from any place on, two matrices at once, and what it has last found is there behind the loop.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void times(const float *m, const float *v, float *out, int rows, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= rows) return;
  float sum = 0; for (int c = 0; c < columns; ++c) sum += m[(size_t)r * columns + c] * v[c]; out[r] = sum;
}
__global__ void narrow(const int *m, const int *v, int *out, int columns) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, sum = 0; for (int c = 0; c < columns; ++c) sum += m[r * columns + c] * v[c]; out[r] = sum;
}
__global__ void two(const int *a, const int *b, int *out, long columns) {
  long r = blockIdx.x * blockDim.x + threadIdx.x; int sum = 0, last = 0;
  for (long c = 0; c < columns; ++c) { last = a[r * columns + c]; sum = sum * 3 + last * b[r * columns + c] + (int)c; }
  out[r] = sum + last * 7;
}
__global__ void from_3(const int *a, int *out, long columns) {
  long r = threadIdx.x; int most = -1000; for (long c = 3; c < columns; ++c) most = max(most, a[r * columns + c]); out[r] = most;
}
int *a, *b, *o; float *f, *g, *p; cudaMallocManaged(&a, 1 << 18); cudaMallocManaged(&b, 1 << 18); cudaMallocManaged(&o, 4096); cudaMallocManaged(&f, 1 << 18); cudaMallocManaged(&g, 1 << 18); cudaMallocManaged(&p, 4096);
for (int i = 0; i < 65536; ++i) { a[i] = i * 7919 % 201 - 100; b[i] = i * 104729 % 97 - 48; f[i] = i * 31 % 17 - 8; g[i] = i * 13 % 11 - 5; }
for (int columns : {1, 15, 16, 17, 32, 37, 64, 100}) {
  times<<<5, 128>>>(f, g, p, 600, columns); cudaDeviceSynchronize(); int wrong = 0;
  for (int r = 0; r < 600; ++r) { float s = 0; for (int c = 0; c < columns; ++c) s += f[r * columns + c] * g[c]; wrong += s != p[r]; }
  narrow<<<8, 64>>>(a, b, o, columns); cudaDeviceSynchronize();
  for (int r = 0; r < 512; ++r) { int s = 0; for (int c = 0; c < columns; ++c) s += a[r * columns + c] * b[c]; wrong += s != o[r]; }
  two<<<2, 256>>>(a, b, o, columns); cudaDeviceSynchronize();
  for (int r = 0; r < 512; ++r) { int s = 0, last = 0; for (int c = 0; c < columns; ++c) { last = a[r * columns + c]; s = s * 3 + last * b[r * columns + c] + c; } wrong += s + last * 7 != o[r]; }
  from_3<<<1, 96>>>(a, o, columns); cudaDeviceSynchronize();
  for (int r = 0; r < 96; ++r) { int s = -1000; for (int c = 3; c < columns; ++c) s = s > a[r * columns + c] ? s : a[r * columns + c]; wrong += s != o[r]; }
  printf("%d: %d wrong\n", columns, wrong);
}
//= 1: 0 wrong
//= 15: 0 wrong
//= 16: 0 wrong
//= 17: 0 wrong
//= 32: 0 wrong
//= 37: 0 wrong
//= 64: 0 wrong
//= 100: 0 wrong
