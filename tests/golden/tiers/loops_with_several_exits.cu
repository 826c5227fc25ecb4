//# Loops with barriers that the block leaves by a break, by a return, and by their bound.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ mistakes = true
__global__ void search(const int *in, int *out, int n, int wanted) {
  __shared__ int found, window[32];
  int t = threadIdx.x;
  if (t == 0) found = -1;
  __syncthreads();
  for (int base = 0;; base += 32) {
    if (base >= n) break;
    window[t] = base + t < n ? in[base + t] : 0;
    __syncthreads();
    if (window[31 - t] == wanted) found = base + 31 - t;
    __syncthreads();
    if (found >= 0) break;
    if (window[0] == -7) { out[t] = -7; return; }
    if (window[1] & 1) continue;
    window[t] ^= 1;
    __syncthreads();
  }
  out[t] = found + window[(t + 1) & 31];
}
int *in, *out; cudaMallocManaged(&in, 512); cudaMallocManaged(&out, 128);
for (int i = 0; i < 128; ++i) in[i] = i * 3;
void show() { cudaDeviceSynchronize(); printf("%d %d %d\n", out[0], out[9], out[31]); }
search<<<1, 32>>>(in, out, 128, 210); show();
//= 265 292 262
search<<<1, 32>>>(in, out, 100, 1000); show();
//= 290 -1 287
in[64] = -7;
search<<<1, 32>>>(in, out, 128, 1000); show();
//= -7 -7 -7
