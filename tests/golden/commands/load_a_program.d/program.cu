#include <cstdio>

__global__ void add(int *sum, int v) { atomicAdd(sum, v); }

int helper(int x) { return x + 1; }

int main(int argc, char **argv) {
  int *sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  add<<<2, 8>>>(sum, 1);
  cudaDeviceSynchronize();
  for (int i = 1; i < argc; ++i) printf("%s\n", argv[i]);
  printf("sum %d\n", *sum);
  cudaFree(sum);
  return *argv[0] ? 3 : 0;
}
