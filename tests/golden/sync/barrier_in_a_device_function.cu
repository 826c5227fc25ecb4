//# A barrier in a recursive device function: each level is one round of the whole block.
//@ hip = true
__device__ int tree_sum(int *s, int width) {
  __syncthreads();
  if (width == 0) return s[0];
  if (threadIdx.x < width) s[threadIdx.x] += s[threadIdx.x + width];
  return tree_sum(s, width / 2);
}
__global__ void total(int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tree_sum(s, 64);
}
int *out; cudaMallocManaged(&out, 128 * 4);
total<<<1, 128>>>(out);
printf("%d %d %d\n", out[0], out[77], out[127]);
//= 8128 8128 8128
