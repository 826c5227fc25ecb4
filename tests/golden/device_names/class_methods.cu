//# Methods, operators, constructors and destructors of a class work in kernels of other cells.
struct Complex { float re, im; __host__ __device__ Complex(float r, float i = 0) : re(r), im(i) {} __host__ __device__ Complex operator*(const Complex &o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; } __device__ float norm() const; };
__device__ float Complex::norm() const { return re * re + im * im; }
struct Counted { int *n; __device__ Counted(int *n) : n(n) { atomicAdd(n, 1); } __host__ __device__ ~Counted() {
#ifdef __CUDA_ARCH__
  atomicAdd(n, 100);
#endif
} };
__global__ void k(float *size, int *count) { Complex c(3, 4); *size = (c * c).norm(); { Counted a(count), b(count); } }
float *size; int *count; cudaMallocManaged(&size, sizeof(float)); cudaMallocManaged(&count, sizeof(int)); *count = 0;
k<<<1, 1>>>(size, count);
*size
//= (float) 625.0f
*count
//= (int) 202
(Complex(1, 1) * Complex(1, -1)).re
//= (float) 2.0f
