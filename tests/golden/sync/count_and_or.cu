//# The barriers that also vote: count, and, or; over a block that is no multiple of the warp.
//@ hip = true
__global__ void vote(int *out) {
  int i = threadIdx.x;
  int odd = __syncthreads_count(i % 2);
  int all_small = __syncthreads_and(i < 100), all_positive = __syncthreads_and(i);
  int one = __syncthreads_or(i == 69), none = __syncthreads_or(i > 69);
  if (i == 69) { out[0] = odd; out[1] = all_small != 0; out[2] = all_positive != 0; out[3] = one != 0; out[4] = none != 0; }
}
int *out; cudaMallocManaged(&out, 5 * sizeof(int));
vote<<<1, 70>>>(out);
for (int i = 0; i < 5; ++i) printf("%d ", out[i]);
//= 35 1 0 1 0
