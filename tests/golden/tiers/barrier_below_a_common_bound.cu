//# A barrier in a branch that the whole block takes or leaves: indices are whole behind it.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void rows(int *out, int n) {
  __shared__ int s[32];
  int row = blockIdx.x, t = threadIdx.x;
  int value = -1;
  if (row <= n) {
    s[t] = row * 32 + t;
    __syncthreads();
    value = s[31 - t];
    if (row == n) {
      __syncthreads();
      s[t] = value * 2;
      __syncthreads();
      value += s[(t + 3) & 31];
    }
  } else {
    value = -2 - row;
  }
  out[row * 32 + t] = value + row;
}
int *out; cudaMallocManaged(&out, 4 * 128);
rows<<<4, 32>>>(out, 2); cudaDeviceSynchronize();
for (int row = 0; row < 4; ++row) printf("%d %d %d\n", out[row * 32], out[row * 32 + 7], out[row * 32 + 31]);
//= 31 24 0
//= 64 57 33
//= 281 260 252
//= -2 -2 -2
