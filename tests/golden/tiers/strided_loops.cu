//# Loops that threads begin at different places and leave at a common bound give each thread what it would compute alone, whatever the counter's type.
//@ devices = ["cpu"]
//@ tier = "regions"
template <class T> __global__ void sums(const int *in, long long *out, T first, T bound, T step) {
  long long sum = 0, last = -1; T end = 0;
  for (T c = first + (T)threadIdx.x; c < bound; c += step) { sum += in[c & 1023] * (last < 0 ? 1 : 3); last = in[c & 1023]; end = c; }
  __shared__ long long all[64];
  int t = threadIdx.x + blockDim.x * threadIdx.y;
  all[t] = sum + 1000 * last;
  __syncthreads();
  out[t] = all[t] * 7 + end + all[(t + 1) % (blockDim.x * blockDim.y)];
}
template <class T> long long of(T first, T bound, T step, dim3 block) {
  static int *in; static long long *out;
  if (!in) { cudaMallocManaged(&in, 4096); cudaMallocManaged(&out, 512); for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101; }
  sums<T><<<1, block>>>(in, out, first, bound, step);
  cudaError_t error = cudaDeviceSynchronize();
  long long sum = error;
  for (int i = 0; i < block.x * block.y; ++i) sum = sum * 31 + out[i];
  return sum;
}
printf("%lld %lld %lld", of<int>(0, 1000, 64, 64), of<int>(5, 1000, 100, 33), of<int>(-70, 300, 7, 64));
//= -4194363398280229068 -459314578981739437 -398646245060836950
printf("%lld %lld %lld", of<unsigned>(0, 1000, 64, 64), of<unsigned>(-5, 100, 3, 64), of<unsigned>(2, 2, 1, 64));
//= -4194363398280229068 7160241097815087402 6011402638906818560
printf("%lld %lld %lld", of<long long>(0, 1000, 64, 64), of<unsigned long>(1, 70, 9, dim3(8, 8)), of<int>(3, 70, 9, dim3(16, 4)));
//= -4194363398280229068 3662493993212383808 -3596112704272247588
// Nobody goes round; some do.
printf("%lld %lld %lld", of<int>(0, 0, 64, 64), of<int>(0, -9, 64, 64), of<int>(0, 10, 64, 64));
//= 6011402638906818560 6011402638906818560 -8246845279826113393
// Counters that run over, or might: unsigned ones begin again.
printf("%lld %lld", of<unsigned>(0x50000000u, 0xc0000000u, 0x60000000u, 64), of<unsigned>(0xffffffe0u, 40, 7, 48));
//= 527125691671279028 7613972014685674357
printf("%lld", of<int>(2147483500, 2147483540, 100, 64));
//= 4932092652062653774
__global__ void squares(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] * in[i];
}
__global__ void counts(const unsigned char *in, unsigned *bins, size_t n) {
  __shared__ unsigned own[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) if (own[b]) atomicAdd(&bins[b], own[b]);
}
float *in, *out; cudaMallocManaged(&in, 4000); cudaMallocManaged(&out, 4000);
for (int i = 0; i < 1000; ++i) { in[i] = i; out[i] = -1; }
squares<<<3, 96>>>(out, in, 999); cudaDeviceSynchronize();
for (int i = 0; i < 1000; i += 111) printf("%g ", out[i]);
//= 0 12321 49284 110889 197136 308025 443556 603729 788544 -1
printf("%g", out[999]);
//= -1
unsigned *bins; unsigned char *bytes; cudaMallocManaged(&bins, 1024); cudaMallocManaged(&bytes, 5000);
for (int i = 0; i < 5000; ++i) bytes[i] = i * i % 251;
counts<<<3, 96>>>(bytes, bins, 4999); cudaDeviceSynchronize();
unsigned all = 0; for (int i = 0; i < 256; ++i) all += bins[i] * (i + 1);
printf("%u %u %u", all, bins[0], bins[4]);
//= 595554 20 39
// Only some threads come to the loop; some end before it.
__global__ void some(const int *in, int *out, int n) {
  int t = threadIdx.x, sum = 0;
  if (t % 3 == 0) for (int c = t; c < n; c += 32) sum += in[c & 1023];
  if (t == 5) return;
  for (int c = t; c < n; c += blockDim.x) { if (in[c & 1023] == 77) break; sum += in[c & 1023]; }
  for (int c = t * 2; c < n; c += 2 * blockDim.x) sum ^= in[c & 1023] + in[c + 1 & 1023];
  out[t] = sum;
}
int *numbers, *results; cudaMallocManaged(&numbers, 4096); cudaMallocManaged(&results, 256);
for (int i = 0; i < 1024; ++i) numbers[i] = i * 37 % 101;
some<<<1, 64>>>(numbers, results, 500); cudaDeviceSynchronize();
for (int i = 0; i < 64; i += 5) printf("%d ", results[i]);
//= 1067 0 342 1061 501 481 1058 340 324 1025 245 460 835
