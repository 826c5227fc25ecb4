//# A `__shared__` variable has bounds of its own, within the block's shared memory; so has the dynamic array.
//@ devices = ["cpu"]
//@ flags = ["--sanitize"]
int *out; cudaMalloc(&out, 4);
__global__ void neighbour(int *out, int n) {
  __shared__ int a[8], b[8];
  a[threadIdx.x] = b[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) { a[n] = 1; *out = b[0] + a[0]; }
}
neighbour<<<1, 8>>>(out, 8);
//? memcheck #1: cell 3: kernel `neighbour`: write of 4 bytes, just past the end of a `__shared__` variable of 32 bytes
//?   at cell 2:5, block (0,0,0), thread (0,0,0)
*out
//= (int) 0
__global__ void below(int *out, int n) {
  __shared__ float tile[4][5];
  tile[0][n] = 1;
  *out = (int)tile[0][0];
}
below<<<1, 1>>>(out, -1);
//? memcheck #2: cell 6: kernel `below`: write of 4 bytes, 4 bytes before the start of a `__shared__` variable of 80 bytes
//?   at cell 5:3, block (0,0,0), thread (0,0,0)
//? initcheck #3: cell 6: kernel `below`: read of 4 bytes that nobody has written, 0 bytes into shared memory
//?   at cell 5:4, block (0,0,0), thread (0,0,0)
__global__ void dynamic(int *out) {
  extern __shared__ int all[];
  all[threadIdx.x] = threadIdx.x;
  *out = 0;
}
dynamic<<<1, 33, 128>>>(out);
//? memcheck #4: cell 8: kernel `dynamic`: write of 4 bytes, just past the end of the dynamic shared memory of 128 bytes
//?   at cell 7:3, block (0,0,0), thread (32,0,0)
__global__ void two_arrays(int *out) {
  __shared__ int count[1];
  extern __shared__ int rest[];
  count[0] = 0;
  rest[-1] = 5;
  *out = count[0];
}
two_arrays<<<1, 1, 64>>>(out);
//? memcheck #5: cell 10: kernel `two_arrays`: write of 4 bytes, 4 bytes before the start of the dynamic shared memory of 64 bytes
//?   at cell 9:5, block (0,0,0), thread (0,0,0)
__device__ int at(const int *p, int i) { return p[i]; }
__global__ void by_pointer(int *out, int n) {
  __shared__ int a[4];
  a[threadIdx.x] = 1;
  const int *p = n > 100 ? out : a;
  *out = at(p, n);
}
by_pointer<<<1, 4>>>(out, 40);
//? memcheck #6: cell 13: kernel `by_pointer`: read of 4 bytes, 144 bytes past the end of the block's shared memory of 16 bytes
//?   at cell 11:1, called at cell 12:5, block (0,0,0), thread (3,0,0)
//?   4 times
cudaFree(out);
//? note: memcheck,racecheck,initcheck,synccheck: 6 findings
