#ifdef LIMIT
#error the other file's macro is seen
#endif
static int flavour() { return 2; }
static __device__ int bias = 100;
int calls = 0;
__device__ int grow(int x) { return 2 * x + bias; }
static __global__ void step(int *p) { *p += 1; }
int of_other() {
  ++calls;
  int *p;
  cudaMallocManaged(&p, sizeof(int));
  *p = 0;
  step << <1, 1>> >(p);
  cudaDeviceSynchronize();
  return 10 * flavour() + *p;
}
