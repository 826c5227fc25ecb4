//# Rows of which all threads pass `if (x >= n) return` run without masks, the others with them; numbers that run over pass nobody wrongly.
//@ devices = ["cpu"]
//@ tier = "regions"
struct Pixel { unsigned char r, g, b; };
__global__ void gray(const Pixel *in, unsigned char *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; Pixel p = in[i]; out[i] = (p.r + 2 * p.g + p.b) / 4; }
__global__ void inner(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  out[y * w + x] = in[y * w + x - 1] ^ in[y * w + x + 1] ^ in[(y - 1) * w + x] ^ in[(y + 1) * w + x];
}
__global__ void near_the_end(unsigned first, unsigned bound, int *out) { unsigned i = first + threadIdx.x; if (i < bound) out[threadIdx.x] = 1; }
__global__ void above(int first, int bound, int *out) { int i = (int)((unsigned)first + threadIdx.x); if (i > bound) out[threadIdx.x] = 1; }
unsigned char *in, *out; cudaMallocManaged(&in, 4096); cudaMallocManaged(&out, 4096); for (int i = 0; i < 4096; ++i) in[i] = i * 37 % 251;
for (int n : {256, 300, 64, 5, 320}) {
  memset(out, 0, 4096); gray<<<5, 64>>>((Pixel *)in, out, n); cudaDeviceSynchronize(); int wrong = 0;
  for (int i = 0; i < 4096; ++i) wrong += out[i] != (i < n && i < 320 ? (in[3 * i] + 2 * in[3 * i + 1] + in[3 * i + 2]) / 4 : 0);
  printf("%d: %d wrong\n", n, wrong);
}
//= 256: 0 wrong
//= 300: 0 wrong
//= 64: 0 wrong
//= 5: 0 wrong
//= 320: 0 wrong
for (int w : {64, 50, 16}) {
  memset(out, 0, 4096); inner<<<dim3(4, 4), dim3(16, 16)>>>(in, out, w, 60); cudaDeviceSynchronize(); int wrong = 0;
  for (int y = 0; y < 60; ++y) for (int x = 0; x < w; ++x) wrong += out[y * w + x] != (x < 1 || y < 1 || x >= w - 1 || y >= 59 ? 0 : in[y * w + x - 1] ^ in[y * w + x + 1] ^ in[(y - 1) * w + x] ^ in[(y + 1) * w + x]);
  printf("%d: %d wrong\n", w, wrong);
}
//= 64: 0 wrong
//= 50: 0 wrong
//= 16: 0 wrong
int *marks; cudaMallocManaged(&marks, 256);
int marked() { cudaDeviceSynchronize(); int sum = 0; for (int i = 0; i < 64; ++i) { sum += marks[i]; marks[i] = 0; } return sum; }
near_the_end<<<1, 64>>>(0xffffffe0u, 0xffffffffu, marks); marked()
//= (int) 63
near_the_end<<<1, 64>>>(0xffffffe0u, 40, marks); marked()
//= (int) 32
above<<<1, 64>>>(0x7fffffe0, 5, marks); marked()
//= (int) 32
above<<<1, 64>>>(6, 5, marks); marked()
//= (int) 64
