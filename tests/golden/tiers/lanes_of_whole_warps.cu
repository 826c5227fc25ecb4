//# Shuffles, votes and sums of full warps, where the whole block comes to them, and in the last stage that one warp does; blocks that are no whole warps too.
//@ devices = ["cpu"]
//@ tier = "regions"
__global__ void total(const int *in, int *out, int n) {
  __shared__ int parts[32];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * blockDim.x + t;
  int v = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0) parts[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? parts[lane] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (lane == 0) out[blockIdx.x] = v;
  }
}
__global__ void mixed(long long *out) {
  int t = threadIdx.x + blockDim.x * threadIdx.y;
  unsigned odd = __ballot_sync(0xffffffffu, t % 3 == 1);
  double up = __shfl_up_sync(0xffffffffu, t * 0.5, 3, 8);
  int first = __shfl_sync(0xffffffffu, t, 5), most = __reduce_max_sync(0xffffffffu, (t * 37) % 64);
  __syncwarp();
  out[t] = (long long)__popc(odd) * 1000000 + (long long)(up * 10) * 1000 + first * 10 + most + (__all_sync(0xffffffffu, t < 64) ? 500 : 0);
}
int *in, *sums; cudaMallocManaged(&in, 4096); cudaMallocManaged(&sums, 64);
long long *out; cudaMallocManaged(&out, 1024);
for (int i = 0; i < 1024; ++i) in[i] = i % 11;
total<<<4, 256>>>(in, sums, 1000); cudaDeviceSynchronize();
printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
//= 1268 1277 1286 1164
mixed<<<1, dim3(16, 8)>>>(out); cudaDeviceSynchronize();
for (int i = 0; i < 128; i += 17) printf("%lld ", out[i]);
//= 11000613 11085613 10170932 10240932 11325753 11410753 11496072 11581072
