#include <cstdio>
#define LIMIT 3
static int flavour() { return 1; }
static __device__ int bias = 10;
extern int calls;
extern "C" int from_c(int);
__device__ int grow(int);
int of_other();
static __global__ void step(int *p) { *p = grow(*p) + bias; }
int main(int argc, char **argv) {
  int *p;
  cudaMallocManaged(&p, sizeof(int));
  *p = LIMIT;
  step<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  printf("%d arguments, kernel %d, flavours %d %d, C %d\n", argc - 1, *p, flavour(), of_other(), from_c(20));
  return calls;
}
