//# Device memory that nobody has written holds anything.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
float *a, *b; cudaMalloc(&a, 400); cudaMalloc(&b, 400);
__global__ void twice(float *out, const float *in) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
twice<<<1, 4>>>(b, a);
//? initcheck #1: cell 3: kernel `twice`: read of 4 bytes that nobody has written, 0 bytes into an allocation of 400 bytes
//?   at cell 2:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 1:1
//?   4 times
float host[50] = {}; cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
twice<<<1, 51>>>(b, a);
//? initcheck #1: cell 5: again, once
float *c; cudaMalloc(&c, 400); cudaMemset(c, 0, 396);
twice<<<1, 100>>>(b, c);
//? initcheck #1: cell 7: again, once
float *d, *e; cudaMalloc(&d, 400); cudaMalloc(&e, 400); cudaMemcpy(e, d, 400, cudaMemcpyDeviceToDevice);
twice<<<1, 1>>>(b, e);
//? initcheck #1: cell 9: again, once
__global__ void shared_sum(float *out) {
  __shared__ float s[32];
  if (threadIdx.x > 0) s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) { float sum = 0; for (int i = 0; i < 32; i++) sum += s[i]; *out = sum; }
}
shared_sum<<<1, 32>>>(b);
//? initcheck #2: cell 11: kernel `shared_sum`: read of 4 bytes that nobody has written, 0 bytes into shared memory
//?   at cell 10:5, block (0,0,0), thread (0,0,0)
__global__ void counts(int *n) { atomicAdd(n, 1); }
int *n; cudaMalloc(&n, 4);
counts<<<1, 8>>>(n);
//? initcheck #3: cell 14: kernel `counts`: atomic access of 4 bytes that nobody has written, 0 bytes into an allocation of 4 bytes
//?   at cell 12:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated at cell 13:1
__global__ void of_malloc(float *out) { float *p = (float *)malloc(8); *out = p[1]; free(p); }
of_malloc<<<1, 1>>>(b);
//? initcheck #4: cell 16: kernel `of_malloc`: read of 4 bytes that nobody has written, 4 bytes into memory of a kernel's `malloc` of 8 bytes
//?   at cell 15:1, block (0,0,0), thread (0,0,0)
//?   the memory was allocated in cell 16
cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d); cudaFree(e); cudaFree(n);
//? note: memcheck,racecheck,initcheck,synccheck: 4 findings
