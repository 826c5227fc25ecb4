//# A thread's own arrays have bounds, and so have device and constant variables.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *out; cudaMalloc(&out, 64);
__global__ void local_write(int *out, int n) {
  int a[4] = {0, 0, 0, 0};
  for (int i = 0; i <= n; i++) a[i] = i;
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += a[i];
  *out = sum;
}
local_write<<<1, 1>>>(out, 4);
*out
__global__ void local_read(int *out, int n) {
  int a[4] = {1, 2, 3, 4};
  *out = a[n];
}
local_read<<<1, 1>>>(out, -1);
__device__ int table[4];
__global__ void variable(int n) { table[n] = 1; }
variable<<<1, 1>>>(4);
__constant__ float weights[3] = {1, 2, 3};
__global__ void constant(int *out, int n) { *out = (int)weights[n]; }
constant<<<1, 1>>>(out, 3);
__global__ void text(int *out, int n) {
  const char letters[] = "abc";
  *out = letters[n];
}
text<<<1, 1>>>(out, 9);
__global__ void give(int **slot) { int own[2] = {1, 2}; if (threadIdx.x == 0) *slot = own; __syncthreads(); if (threadIdx.x == 1) **slot = 5; }
int **slot; cudaMalloc(&slot, sizeof(int *));
give<<<1, 2>>>(slot);
cudaFree(slot); cudaFree(out);
