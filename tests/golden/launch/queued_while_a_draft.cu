//# Launches that were queued, or run, while their kernel was a draft give the same once optimised code has taken over.
//@ hip = true
__global__ void climb(unsigned *p, int steps) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v = p[i];
  for (int k = 0; k < steps; ++k)
    v = v * 1664525u + 1013904223u;
  p[i] = v;
}
const int n = 1 << 14;
unsigned *p; cudaMallocManaged(&p, n * 4);
for (int i = 0; i < n; ++i) p[i] = i;
for (int i = 0; i < 100; ++i) climb<<<n / 256, 256>>>(p, 100);
climb<<<n / 32, 32>>>(p, 20000);
cudaDeviceSynchronize();
unsigned wrong = 0;
for (int i = 0; i < n; ++i) { unsigned v = i; for (int k = 0; k < 30000; ++k) v = v * 1664525u + 1013904223u; wrong += v != p[i]; }
wrong
//= (unsigned int) 0
