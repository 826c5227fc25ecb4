//# A library that was built by nvcc beside kernels of the session: cuBLAS multiplies matrices that a kernel has filled.
//@ devices = ["toolkit"]
#include <cublas_v2.h>
%lib cublas
__global__ void fill(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i % 7; }
const int n = 64; float *a, *b, *c; cudaMallocManaged(&a, n * n * 4); cudaMallocManaged(&b, n * n * 4); cudaMallocManaged(&c, n * n * 4);
fill<<<16, 256>>>(a, n * n); fill<<<16, 256>>>(b, n * n);
cublasHandle_t handle; cublasCreate(&handle)
//= (cublasStatus_t) CUBLAS_STATUS_SUCCESS
float one = 1, zero = 0; cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n)
//= (cublasStatus_t) CUBLAS_STATUS_SUCCESS
cudaDeviceSynchronize();
double wrong = 0; for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) { float sum = 0; for (int k = 0; k < n; ++k) sum += a[i + k * n] * b[k + j * n]; wrong += sum != c[i + j * n]; }
wrong
//= (double) 0.0
