//# A loop that all threads go round alike may go round all threads: sums, early ends and unlike loops give what they must.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void columns(const float *in, float *out, int rows, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y;
  if (x >= width) return;
  float sum = y, last = 0;
  for (int r = 0; r < rows; ++r) {
    float value = in[r * width + x];
    if (value > 90) sum -= last; else sum += value;
    last = value;
  }
  int steps = 0;
  for (int i = x; i > y; i /= 2) ++steps;
  out[y * width + x] = sum + steps * 1000;
}
float *in, *out; cudaMallocManaged(&in, 4 * 100 * 50); cudaMallocManaged(&out, 4 * 200);
for (int i = 0; i < 5000; ++i) in[i] = i * 7 % 97;
columns<<<4, dim3(32, 2)>>>(in, out, 50, 100); cudaDeviceSynchronize();
for (int i = 0; i < 200; i += 23) printf("%g ", out[i]);
//= 1851 6780 7944 8850 8853 4864 6793 7027 7861
