//# rsqrtf gives a number the same bits alone, beside others, among bytes and doubles, in loops that lanes leave one by one, and where it is found before the loop.
//@ devices = ["cpu"]
//@ tier = "regions"
#include <cstring>
const int N = 4096; float *x, *alone, *y; unsigned char *b; double *d; cudaMallocManaged(&x, 4 * N); cudaMallocManaged(&alone, 4 * N); cudaMallocManaged(&y, 8 * N); cudaMallocManaged(&b, N); cudaMallocManaged(&d, 8 * N);
for (int i = 0; i < N; ++i) { unsigned bits = (unsigned)i * 2654435761u ^ (unsigned)i << 20; memcpy(x + i, &bits, 4); b[i] = i * 7; d[i] = i; }
x[0] = 0; x[1] = -0.f; x[2] = INFINITY; x[3] = -INFINITY; x[4] = NAN; x[5] = 0x1p-149f; x[6] = -0x1p-149f; x[7] = 0x1.fffffep127f; x[8] = 0x1p-126f; x[9] = 1;
__global__ void one(const float *x, float *y, int n) { for (int i = 0; i < n; ++i) { y[i] = rsqrtf(x[i]); if (y[i] == 12345.f) x = y; } }
one<<<1, 1>>>(x, alone, N); cudaDeviceSynchronize();
for (int i = 0; i < 10; ++i) printf("%g ", std::isnan(alone[i]) ? NAN : alone[i]);
//= inf -inf 0 nan nan 2.67137e+22 nan 5.42101e-20 9.22337e+18 1
int differ(const float *y) { int n = 0; for (int i = 0; i < N; ++i) n += memcmp(y + i, alone + i, 4) && !(std::isnan(y[i]) && std::isnan(alone[i])); return n; }
__global__ void row(const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = rsqrtf(x[i]); }
row<<<N / 128, 128>>>(x, y); cudaDeviceSynchronize(); int rows = differ(y);
row<<<N / 8, 8>>>(x, y); cudaDeviceSynchronize(); rows += differ(y); rows
//= (int) 0
__global__ void barred(const float *x, float *y) { __shared__ float s[64]; int t = threadIdx.x, i = blockIdx.x * 64 + t; s[63 - t] = rsqrtf(x[i]); __syncthreads(); y[i] = s[63 - t]; }
barred<<<N / 64, 64>>>(x, y); cudaDeviceSynchronize(); differ(y)
//= (int) 0
__global__ void bytes(const unsigned char *in, unsigned char *out, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] + 1; y[i] = rsqrtf(x[i]); }
bytes<<<N / 256, 256>>>(b, b, x, y); cudaDeviceSynchronize(); differ(y)
//= (int) 0
__global__ void doubles(const double *in, double *out, const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i] * 2; if (in[i] >= 0) y[i] = rsqrtf(x[i]); }
doubles<<<N / 256, 256>>>(d, d, x, y); cudaDeviceSynchronize(); differ(y)
//= (int) 0
__global__ void parted(const float *x, float *y) { int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0; float v = x[i], s = 0, r = 0; while (k <= i % 37) { s = s * 0.5f + v * 3 - k; r = rsqrtf(v); ++k; } y[i] = s == 0.12345f ? s : r; }
parted<<<N / 128, 128>>>(x, y); cudaDeviceSynchronize(); differ(y)
//= (int) 0
__global__ void pairs(const float *x, float *y) { int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x); float a = rsqrtf(x[i]), b = rsqrtf(x[i + 1]), c = rsqrtf(x[i + 2]), d = rsqrtf(x[i + 3]); y[i] = a; y[i + 1] = b; y[i + 2] = c; y[i + 3] = d; }
pairs<<<N / 4, 1>>>(x, y); cudaDeviceSynchronize(); differ(y)
//= (int) 0
// Beside numbers that the compiler knows.
__global__ void known(float *y) { y[0] = rsqrtf(0x1p-149f); y[1] = rsqrtf(3.f); y[2] = rsqrtf(-0.f); }
x[0] = 0x1p-149f; x[1] = 3; x[2] = -0.f; known<<<1, 1>>>(y); row<<<1, 32>>>(x, alone); cudaDeviceSynchronize(); memcmp(y, alone, 12)
//= (int) 0
