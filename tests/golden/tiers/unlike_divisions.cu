//# A division that only one thread does gives its result to that thread, wherever it lies in a vector.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void pick(const int *in, int *out, int at) {
  __shared__ int s[64];
  int t = threadIdx.x, B = blockDim.x, value = t;
  s[t] = in[t];
  __syncthreads();
  if (t == at % B) value = s[(t * 5 + 1) % B];
  __syncthreads();
  out[t] = value;
}
int *in, *out; cudaMallocManaged(&in, 256); cudaMallocManaged(&out, 256);
for (int i = 0; i < 64; ++i) in[i] = 1000 + i;
pick<<<1, 32>>>(in, out, 30); cudaDeviceSynchronize();
printf("%d %d %d\n", out[29], out[30], out[31]);
//= 29 1023 31
