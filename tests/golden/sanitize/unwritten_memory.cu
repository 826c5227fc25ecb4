//# Device memory that nobody has written holds anything.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
float *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400);
__global__ void twice(float *out, const float *in) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
twice<<<1, 4>>>(b, a);
float host[50] = {}; cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
twice<<<1, 51>>>(b, a);
float *c; cudaMalloc(&c, 400); cudaMemset(c, 0, 396);
twice<<<1, 100>>>(b, c);
float *d, *e; cudaMalloc(&d, 400); cudaMalloc(&e, 400); cudaMemcpy(e, d, 400, cudaMemcpyDeviceToDevice);
twice<<<1, 1>>>(b, e);
__global__ void shared_sum(float *out) {
  __shared__ float s[32];
  if (threadIdx.x > 0) s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) { float sum = 0; for (int i = 0; i < 32; i++) sum += s[i]; *out = sum; }
}
shared_sum<<<1, 32>>>(b);
__global__ void counts(int *n) { atomicAdd(n, 1); }
int *n; cudaMalloc(&n, 4);
counts<<<1, 8>>>(n);
__global__ void of_malloc(float *out) { float *p = (float *)malloc(8); *out = p[1]; free(p); }
of_malloc<<<1, 1>>>(b);
cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d); cudaFree(e); cudaFree(n);
