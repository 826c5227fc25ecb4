//# Rows of threads that fill whole vectors, and rows that do not, give the same numbers; with floats, doubles and bytes.
//@ devices = ["cpu"]
//@ tier = "regions"
template <class T> __global__ void products(const T *a, const T *b, T *c, int n) {
  __shared__ T left[32][33];
  int x = threadIdx.x, y = threadIdx.y, width = blockDim.x;
  T sum = 0;
  for (int tile = 0; tile < n; ++tile) {
    left[y][x] = a[(tile * blockDim.y + y) * width + x];
    __syncthreads();
    for (int k = 0; k < width; ++k) sum += left[y][k] * b[(tile * width + k) * width + x];
    __syncthreads();
  }
  c[(blockIdx.x * blockDim.y + y) * width + x] = sum;
}
template <class T> __global__ void scaled(const T *a, T *c) { c[threadIdx.y * blockDim.x + threadIdx.x] = a[threadIdx.x] * T(3) + T(threadIdx.y); }
template <class T> int wrong(int width, int height) {
  T *a, *b, *c; int n = 3;
  cudaMallocManaged(&a, n * 1024 * sizeof(T)); cudaMallocManaged(&b, n * 1024 * sizeof(T)); cudaMallocManaged(&c, 2048 * sizeof(T));
  for (int i = 0; i < n * 1024; ++i) a[i] = T(i % 7), b[i] = T(i % 5);
  products<<<2, dim3(width, height)>>>(a, b, c, n);
  cudaDeviceSynchronize();
  int count = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      T sum = 0;
      for (int tile = 0; tile < n; ++tile)
        for (int k = 0; k < width; ++k) sum += a[(tile * height + y) * width + k] * b[(tile * width + k) * width + x];
      count += c[y * width + x] != sum || c[(height + y) * width + x] != sum;
    }
  scaled<<<1, dim3(width, height)>>>(a, c);
  cudaDeviceSynchronize();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) count += c[y * width + x] != T(a[x] * T(3) + T(y));
  cudaFree(a); cudaFree(b); cudaFree(c);
  return count;
}
for (int width : {1, 7, 8, 12, 16, 24, 31, 32}) printf("%d: %d %d %d\n", width, wrong<float>(width, 5), wrong<double>(width, 3), wrong<unsigned char>(width, 4));
//= 1: 0 0 0
//= 7: 0 0 0
//= 8: 0 0 0
//= 12: 0 0 0
//= 16: 0 0 0
//= 24: 0 0 0
//= 31: 0 0 0
//= 32: 0 0 0
