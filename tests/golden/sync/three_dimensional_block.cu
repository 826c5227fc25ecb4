//# Barriers of a 3D block; warps are cut from the linear thread number, x first.
__global__ void cube(int *out) {
  __shared__ int s[4][3][5];
  s[threadIdx.z][threadIdx.y][threadIdx.x] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
  __syncthreads();
  int linear = threadIdx.x + 5 * (threadIdx.y + 3 * threadIdx.z);
  out[linear] = s[3 - threadIdx.z][2 - threadIdx.y][4 - threadIdx.x];
  unsigned lanes = __activemask();
  if (linear == 59) out[60] = __popc(lanes);
}
int *out; cudaMallocManaged(&out, 61 * 4);
cube<<<1, dim3(5, 3, 4)>>>(out);
printf("%d %d %d %d\n", out[0], out[1], out[59], out[60]);
//= 324 323 0 28
