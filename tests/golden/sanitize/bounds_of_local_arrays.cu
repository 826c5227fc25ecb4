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
//? memcheck #1: cell 3: kernel `local_write`: write of 4 bytes, just past the end of a local array of 16 bytes
//?   at cell 2:3, block (0,0,0), thread (0,0,0)
*out
//= (int) 6
__global__ void local_read(int *out, int n) {
  int a[4] = {1, 2, 3, 4};
  *out = a[n];
}
local_read<<<1, 1>>>(out, -1);
//? memcheck #2: cell 6: kernel `local_read`: read of 4 bytes, 4 bytes before the start of constant data of 16 bytes
//?   at cell 5:3, block (0,0,0), thread (0,0,0)
__device__ int table[4];
__global__ void variable(int n) { table[n] = 1; }
variable<<<1, 1>>>(4);
//? memcheck #3: cell 9: kernel `variable`: write of 4 bytes, just past the end of a device variable of 16 bytes
//?   at cell 8:1, block (0,0,0), thread (0,0,0)
__constant__ float weights[3] = {1, 2, 3};
__global__ void constant(int *out, int n) { *out = (int)weights[n]; }
constant<<<1, 1>>>(out, 3);
//? memcheck #4: cell 12: kernel `constant`: read of 4 bytes, just past the end of a device variable of 12 bytes
//?   at cell 11:1, block (0,0,0), thread (0,0,0)
__global__ void text(int *out, int n) {
  const char letters[] = "abc";
  *out = letters[n];
}
text<<<1, 1>>>(out, 9);
//? memcheck #5: cell 14: kernel `text`: read of 1 byte, 5 bytes past the end of constant data of 4 bytes
//?   at cell 13:3, block (0,0,0), thread (0,0,0)
__global__ void give(int **slot) { int own[2] = {1, 2}; if (threadIdx.x == 0) *slot = own; __syncthreads(); if (threadIdx.x == 1) **slot = 5; }
int **slot; cudaMalloc(&slot, sizeof(int *));
give<<<1, 2>>>(slot);
//? memcheck #6: cell 17: kernel `give`: write of 4 bytes in another thread's local memory
//?   at cell 15:1, block (0,0,0), thread (1,0,0)
cudaFree(slot); cudaFree(out);
//? note: memcheck,racecheck,initcheck,synccheck: 6 findings
