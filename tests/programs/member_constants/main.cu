// `const char Bar::done[9]` is a definition for all files: no file of the program uses it but those that do not define it.
#include "bar.h"

__global__ void twice(int *x) { *x *= 2; }

int main() {
  int *x, seen;
  cudaMallocManaged(&x, sizeof(int));
  *x = Bar().show();
  twice<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  seen = *x;
  cudaFree(x);
  return seen == 232 && *least() == 3 ? 0 : 1;
}
