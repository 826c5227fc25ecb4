// `plain` leaves nothing of itself in memory; the other kernels leave a string, a function, an object with a virtual one.
__device__ int twice(int x) { return 2 * x; }
__device__ const char *word;
__device__ int (*function)(int);
__global__ void plain(float *x, int n) {
  __shared__ float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  const float factors[] = {1, 2, 3, 5};
  for (int i = 0; i < n; ++i) x[i] = tile[twice(i) % 64] * factors[i % 4];
  printf("%s %d\n", "done", n);
}
__global__ void text() { word = "hello"; }
__global__ void pointer() { function = twice; }
struct Shape {
  __device__ virtual int area() const { return 1; }
};
__global__ void object(Shape **out) { *out = new Shape; }
