//# Copies to shared memory by `__pipeline_memcpy_async`, of each size, in two stages, and with zeros behind what there is.
#include <cuda_pipeline.h>
__global__ void add(const float *a, const float4 *b, const double *c, float *out, int stages) {
  __shared__ float x[2][32];
  __shared__ float4 y[32];
  __shared__ double z[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&y[t], &b[t], sizeof(float4), 8);
  __pipeline_memcpy_async(&z[t], &c[t], sizeof(double));
  __pipeline_memcpy_async(&x[0][t], &a[t], sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int stage = 0; stage < stages; ++stage) {
    if (stage + 1 < stages) {
      __pipeline_memcpy_async(&x[(stage + 1) % 2][t], &a[(stage + 1) * 32 + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(stage + 1 < stages ? 1 : 0);
    __syncthreads();
    sum += x[stage % 2][31 - t];
    __syncthreads();
  }
  out[t] = sum + y[31 - t].x + y[31 - t].y + y[31 - t].z + y[31 - t].w + z[31 - t];
}
float *a, *out; float4 *b; double *c;
cudaMallocManaged(&a, 128 * 4); cudaMallocManaged(&out, 32 * 4); cudaMallocManaged(&b, 32 * 16); cudaMallocManaged(&c, 32 * 8);
for (int i = 0; i < 128; ++i) a[i] = i % 32;
for (int i = 0; i < 32; ++i) b[i] = make_float4(100, 200, 7777, 7777), c[i] = 1000;
add<<<1, 32>>>(a, b, c, out, 4); cudaDeviceSynchronize();
printf("%g %g %g\n", out[0], out[1], out[31]);
//= 1424 1420 1300
