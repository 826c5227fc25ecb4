//# Memory that was freed is known: how large it was, and which cells allocated and freed it.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *a; cudaMalloc(&a, 256); cudaMemset(a, 0, 256);
int *b = a;
cudaFree(a);
__global__ void use(int *p) { p[3] = 1; }
use<<<1, 1>>>(b);
int *c; cudaMallocAsync(&c, 128, 0);
cudaFreeAsync(c, 0); cudaDeviceSynchronize();
__global__ void look(int *p, int *q) { if (p[1] == 12345) p[2] = *q; }
look<<<1, 1>>>(c, nullptr);
__global__ void inside(int *out) {
  int *p = (int *)malloc(16);
  p[0] = 1;
  p[4] = 2;
  free(p);
  *out = p[1];
}
int *out; cudaMalloc(&out, 4);
inside<<<1, 1>>>(out);
cudaFree(out);
