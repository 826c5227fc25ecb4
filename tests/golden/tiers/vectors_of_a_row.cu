//# Loops that all threads go round alike keep their sums in registers: in blocks of 16 threads a row too, some vectors side by side, and where threads have returned before in some blocks.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void product(const int *a, const int *b, int *c, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows) return;
  int sum = 0;
  for (int k = 0; k < 40; ++k) sum += a[y * 40 + k] * b[k * columns + x];
  c[y * columns + x] = sum;
}
__global__ void several(const int *a, int *c, int count) {
  int x = threadIdx.x, y = threadIdx.y, p = x, q = y, r = 1;
  for (int k = 0; k < count; ++k) { int next = p * a[k] + q; q = p ^ k; p = next; r += p * y; }
  c[(threadIdx.z * blockDim.y + y) * blockDim.x + x] = p + q * 3 + r * 5 + threadIdx.z;
}
__global__ void barriers(const int *a, int *c, int count) {
  __shared__ int s[256]; int t = threadIdx.y * 16 + threadIdx.x, sum = 0;
  for (int i = 0; i < count; ++i) {
    s[t] = a[(t + i) % 64]; __syncthreads();
    for (int k = 0; k < 16; ++k) sum += s[threadIdx.y * 16 + k] * s[k * 16 + threadIdx.x];
    __syncthreads();
  }
  c[t] = sum;
}
int *a, *b, *c; cudaMallocManaged(&a, 16384); cudaMallocManaged(&b, 16384); cudaMallocManaged(&c, 16384);
for (int i = 0; i < 4096; ++i) { a[i] = i * 7 % 23 - 11; b[i] = i * 5 % 19 - 9; }
unsigned hash() { cudaDeviceSynchronize(); unsigned h = 17; for (int i = 0; i < 4096; ++i) { h = h * 31 + c[i]; c[i] = 0; } return h; }
bool right(int rows, int columns) { cudaDeviceSynchronize(); for (int y = 0; y < rows; ++y) for (int x = 0; x < columns; ++x) { int s = 0; for (int k = 0; k < 40; ++k) s += a[y * 40 + k] * b[k * columns + x]; if (c[y * columns + x] != s) return false; } return hash() != 0; }
product<<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, 48, 48); right(48, 48)
//= (bool) true
product<<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, 37, 45); right(37, 45)
//= (bool) true
product<<<dim3(2, 5), dim3(32, 8)>>>(a, b, c, 37, 45); right(37, 45)
//= (bool) true
product<<<dim3(1, 8), dim3(48, 4)>>>(a, b, c, 30, 48); right(30, 48)
//= (bool) true
product<<<dim3(5, 10), dim3(10, 4)>>>(a, b, c, 37, 45); right(37, 45)
//= (bool) true
product<<<dim3(3, 12), dim3(16, 3)>>>(a, b, c, 36, 48); right(36, 48)
//= (bool) true
several<<<1, dim3(16, 4, 2)>>>(a, c, 9); unsigned h = hash();
several<<<1, dim3(16, 4, 2)>>>(a, c, 9); cudaDeviceSynchronize(); unsigned expected = 17;
for (int z = 0; z < 2; ++z) for (int y = 0; y < 4; ++y) for (int x = 0; x < 16; ++x) { int p = x, q = y, r = 1; for (int k = 0; k < 9; ++k) { int next = p * a[k] + q; q = p ^ k; p = next; r += p * y; } expected = expected * 31 + (p + q * 3 + r * 5 + z); }
for (int i = 128; i < 4096; ++i) expected = expected * 31;
h == expected
//= (bool) true
barriers<<<1, dim3(16, 16)>>>(a, c, 3); cudaDeviceSynchronize();
bool good = true; for (int t = 0; t < 256; ++t) { int sum = 0; for (int i = 0; i < 3; ++i) for (int k = 0; k < 16; ++k) sum += a[(t / 16 * 16 + k + i) % 64] * a[(k * 16 + t % 16 + i) % 64]; good &= c[t] == sum; }
good
//= (bool) true
