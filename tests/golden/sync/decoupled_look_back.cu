//# A single-pass scan: each block publishes its sum and spins on its predecessors', more blocks than cores (Merrill and Garland 2016).
//@ hip = true
struct Tile { volatile int state, sum, prefix; };
__device__ Tile tiles[100];
__device__ int next_tile;
__global__ void scan(const int *in, int *out) {
  __shared__ int tile, before, s[64];
  if (threadIdx.x == 0) tile = atomicAdd(&next_tile, 1);
  __syncthreads();
  int i = tile * 64 + threadIdx.x;
  s[threadIdx.x] = in[i];
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    int add = threadIdx.x >= step ? s[threadIdx.x - step] : 0;
    __syncthreads();
    s[threadIdx.x] += add;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = s[63], prefix = 0;
    tiles[tile].sum = sum;
    __threadfence();
    tiles[tile].state = 1;
    for (int back = tile - 1; back >= 0; --back) {
      int state;
      while ((state = tiles[back].state) == 0) { }
      __threadfence();
      if (state == 2) { prefix += tiles[back].prefix; break; }
      prefix += tiles[back].sum;
    }
    tiles[tile].prefix = prefix + sum;
    __threadfence();
    tiles[tile].state = 2;
    before = prefix;
  }
  __syncthreads();
  out[i] = before + s[threadIdx.x];
}
int *in, *out; cudaMallocManaged(&in, 6400 * 4); cudaMallocManaged(&out, 6400 * 4);
for (int i = 0; i < 6400; ++i) in[i] = i % 7 - 2;
scan<<<100, 64>>>(in, out);
int wrong = 0, sum = 0; for (int i = 0; i < 6400; ++i) { sum += in[i]; wrong += out[i] != sum; }
wrong
//= (int) 0
