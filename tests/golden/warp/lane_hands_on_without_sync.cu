//# One lane writes what the others of its warp read, with no sync between: a base taken by an atomic, a ring, a flag for each value.
//@ devices = ["cpu"]
//@ mistakes = true
__global__ void base_of_all(int *next, int *out) {
  volatile __shared__ int base[2];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 31) base[warp] = atomicAdd(next, 32);
  out[threadIdx.x] = base[warp] % 32 + lane;
}
int *out; cudaMallocManaged(&out, 64 * sizeof(int));
int *next; cudaMallocManaged(&next, sizeof(int));
base_of_all<<<1, 64>>>(next, out);
cudaDeviceSynchronize();
printf("%d: %d %d %d %d\n", *next, out[0], out[31], out[32], out[63]);
//= 64: 0 31 0 31
// Work is taken in turns until none is left.
__global__ void persistent(int *next, int *out, int count) {
  volatile __shared__ int taken;
  int lane = threadIdx.x;
  while (true) {
    if (lane == 7) taken = atomicAdd(next, 32);
    int mine = taken + lane;
    if (mine >= count) break;
    out[mine] = mine * 2;
  }
}
*next = 0;
persistent<<<1, 32>>>(next, out, 50);
cudaDeviceSynchronize();
printf("%d: %d %d %d %d\n", *next, out[0], out[31], out[32], out[49]);
//= 96: 0 62 64 98
// Flags are cleared by all and set by some; then all look.
__global__ void flags(const int *places, int *out) {
  __shared__ int set[32];
  int t = threadIdx.x;
  set[t] = 0;
  if (t < 4) set[places[t]] = 1;
  out[t] = set[t];
}
int *places; cudaMallocManaged(&places, 4 * sizeof(int));
for (int i = 0; i < 4; i++) places[i] = 9 * i + 1;
flags<<<1, 32>>>(places, out);
cudaDeviceSynchronize();
for (int i = 0; i < 32; i++) if (out[i]) printf("%d ", i);
//= 1 10 19 28
// Values go round a ring.
__global__ void ring(int *out, int rounds) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  for (int i = 0; i < rounds; i++) s[t] = s[(t + 1) % 32];
  out[t] = s[t];
}
ring<<<1, 32>>>(out, 5);
cudaDeviceSynchronize();
printf("%d %d %d\n", out[0], out[26], out[31]);
//= 5 31 4
