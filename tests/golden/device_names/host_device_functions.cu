//# A `__host__ __device__` function gives the same on both sides, and tells the sides apart by `__CUDA_ARCH__`.
__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
__host__ __device__ constexpr int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
__global__ void k(int *out) { out[0] = side(); out[1] = gcd(48, 36); }
int *out; cudaMallocManaged(&out, 2 * sizeof(int)); k<<<1, 1>>>(out);
out
//= (int *) managed int[2] {1, 12}
side() * 100 + gcd(48, 36)
//= (int) 212
