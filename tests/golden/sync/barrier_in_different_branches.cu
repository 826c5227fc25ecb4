//# One half of the block waits in the `if`, the other in the `else`: both barriers are barrier 0, so the block goes on as on a GPU.
//@ hip = true
__global__ void halves(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  if (i < 32) { __syncthreads(); out[i] = s[i + 32]; }
  else { __syncthreads(); out[i] = s[i - 32]; }
}
int *out; cudaMallocManaged(&out, 64 * sizeof(int));
halves<<<1, 64>>>(out);
printf("%d %d %d %d\n", out[0], out[31], out[32], out[63]);
//= 32 63 0 31
