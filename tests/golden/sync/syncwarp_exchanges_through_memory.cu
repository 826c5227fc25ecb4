//# `__syncwarp` orders the lanes' writes to shared memory, with full and with partial masks.
__global__ void turn(int *out) {
  __shared__ int s[32];
  int i = threadIdx.x;
  s[i] = i;
  __syncwarp();
  int left = s[(i + 1) % 32];
  __syncwarp();
  if (i < 8) {
    s[i] = 100 + i;
    __syncwarp(0xff);
    left += s[7 - i];
  }
  out[i] = left;
}
int *out; cudaMallocManaged(&out, 32 * sizeof(int));
turn<<<1, 32>>>(out);
printf("%d %d %d %d\n", out[0], out[7], out[8], out[31]);
//= 108 108 9 0
