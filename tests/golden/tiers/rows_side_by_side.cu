//# Long chains of sums: several rows of threads go side by side, in blocks of any height, and the bits are those of one thread alone.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cmath>
template <class T> __global__ void products(const T *a, const T *b, T *c, int tiles) {
  __shared__ T left[16][16], right[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  T sum = T(0.125);
  for (int tile = 0; tile < tiles; ++tile) {
    left[y][x] = a[(tile * 16 + y) * 16 + x];
    for (int row = y; row < 16; row += blockDim.y) right[row][x] = b[(tile * 16 + row) * 16 + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  c[y * 16 + x] = sum;
}
// What a thread has written it reads again, and its neighbour's row is its own business.
__global__ void polynomials(float *p, int width) {
  int at = threadIdx.y * width + threadIdx.x;
  float x = p[at], value = 1;
  for (int i = 0; i < 12; ++i) value = value * x + float(i);
  p[at] = value;
  for (int i = 0; i < 12; ++i) value = value * 0.5f + p[at];
  p[at] = value;
}
template <class T> int wrong(int height) {
  T *a, *b, *c; int tiles = 2, count = 0;
  cudaMallocManaged(&a, 512 * sizeof(T)); cudaMallocManaged(&b, 512 * sizeof(T)); cudaMallocManaged(&c, 256 * sizeof(T));
  for (int i = 0; i < 512; ++i) a[i] = T(i % 7) / T(3), b[i] = T(i % 5) / T(7);
  products<<<1, dim3(16, height)>>>(a, b, c, tiles);
  cudaDeviceSynchronize();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < 16; ++x) {
      T sum = T(0.125);
      for (int tile = 0; tile < tiles; ++tile)
        for (int k = 0; k < 16; ++k) sum = std::fma(a[(tile * 16 + y) * 16 + k], b[(tile * 16 + k) * 16 + x], sum);
      count += c[y * 16 + x] != sum;
    }
  cudaFree(a); cudaFree(b); cudaFree(c);
  return count;
}
int wrong_polynomials(int width, int height) {
  float *p; int count = 0;
  cudaMallocManaged(&p, 4096);
  for (int i = 0; i < 1024; ++i) p[i] = float(i % 11) / 5;
  polynomials<<<1, dim3(width, height)>>>(p, width);
  cudaDeviceSynchronize();
  for (int i = 0; i < width * height; ++i) {
    float x = float(i % 11) / 5, value = 1;
    for (int k = 0; k < 12; ++k) value = std::fma(value, x, float(k));
    float first = value;
    for (int k = 0; k < 12; ++k) value = std::fma(value, 0.5f, first);
    count += p[i] != value;
  }
  cudaFree(p);
  return count;
}
for (int height : {1, 2, 3, 4, 5, 8, 11, 16}) printf("%d: %d %d %d %d\n", height, wrong<float>(height), wrong<double>(height), wrong_polynomials(16, height), wrong_polynomials(13, height));
//= 1: 0 0 0 0
//= 2: 0 0 0 0
//= 3: 0 0 0 0
//= 4: 0 0 0 0
//= 5: 0 0 0 0
//= 8: 0 0 0 0
//= 11: 0 0 0 0
//= 16: 0 0 0 0
