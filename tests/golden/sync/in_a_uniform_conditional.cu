//# `__syncthreads` in a branch that all threads of a block take, and that only some blocks take.
__global__ void shift(int *out) {
  __shared__ int s[48];
  s[threadIdx.x] = threadIdx.x;
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    out[blockIdx.x * 48 + threadIdx.x] = s[(threadIdx.x + 1) % 48];
  } else {
    out[blockIdx.x * 48 + threadIdx.x] = -1;
  }
}
int *out; cudaMallocManaged(&out, 4 * 48 * sizeof(int));
shift<<<4, 48>>>(out);
printf("%d %d %d %d %d\n", out[0], out[46], out[47], out[48], out[2 * 48 + 31]);
//= 1 47 0 -1 32
