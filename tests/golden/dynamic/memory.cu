//# The heap of kernels, copies and fills in order with launches, and what a kernel may not free.
//@ devices = ["cpu"]
__global__ void add(int *p) { p[threadIdx.x] += 1; }
__global__ void work(int *from, int *to, int *host) {
  int *mine;
  printf("%d ", cudaMalloc(&mine, 16));
  mine[0] = 5;
  printf("%d %d\n", mine[0], cudaFree(mine));
  cudaMemsetAsync(from, 0, 16);
  add<<<1, 4>>>(from);
  cudaMemcpyAsync(to, from, 16, cudaMemcpyDeviceToDevice);
  add<<<1, 4>>>(from);
  cudaMemcpy2DAsync(to + 4, 8, from, 8, 4, 2, cudaMemcpyDeviceToDevice);
  printf("%s %s\n", cudaGetErrorName(cudaFree(host)), cudaGetErrorName(cudaMemcpyAsync(to, (void *)16, 4, cudaMemcpyDeviceToDevice)));
  cudaGetLastError();
}
int *a, *b; cudaMalloc(&a, 16); cudaMalloc(&b, 32); cudaMemset(b, 0, 32);
work<<<1, 1>>>(a, b, a);
//= 0 5 0
//= cudaErrorInvalidValue cudaErrorInvalidValue
a
//= (int *) device int[4] {2, 2, 2, 2}
b
//= (int *) device int[8] {1, 1, 1, 1, 2, 0, 2, 0}
