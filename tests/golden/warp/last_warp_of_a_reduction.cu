//# The last warp of a reduction goes on without barriers, as code for GPUs before Volta does: lanes keep in step.
//@ devices = ["cpu"]
//@ mistakes = true
__device__ void last_steps(volatile float *s, unsigned t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}
__global__ void total(const float *in, float *out) {
  __shared__ float s[128];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) last_steps(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}
float *in, *out; cudaMallocManaged(&in, 512 * sizeof(float)); cudaMallocManaged(&out, 4 * sizeof(float));
for (int i = 0; i < 512; i++) in[i] = i;
total<<<4, 128>>>(in, out);
cudaDeviceSynchronize();
printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
//= 8128 24512 40896 57280

// A lane that is not there, or has returned, is not waited for.
__global__ void part(const float *in, float *out, unsigned count) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  s[t] = t < count ? in[t] : 0;
  if (t + 32 < 64) s[t + 32] = 0;
  if (t >= count) return;
  last_steps(s, t);
  if (t == 0) *out = s[0];
}
for (unsigned count : {1u, 20u, 32u}) {
  part<<<1, 32>>>(in, out, count);
  cudaDeviceSynchronize();
  printf("%g ", out[0]);
}
//= 0 190 496
