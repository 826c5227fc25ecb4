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
*out
__global__ void below(int *out, int n) {
  __shared__ float tile[4][5];
  tile[0][n] = 1;
  *out = (int)tile[0][0];
}
below<<<1, 1>>>(out, -1);
__global__ void dynamic(int *out) {
  extern __shared__ int all[];
  all[threadIdx.x] = threadIdx.x;
  *out = 0;
}
dynamic<<<1, 33, 128>>>(out);
__global__ void two_arrays(int *out) {
  __shared__ int count[1];
  extern __shared__ int rest[];
  count[0] = 0;
  rest[-1] = 5;
  *out = count[0];
}
two_arrays<<<1, 1, 64>>>(out);
__device__ int at(const int *p, int i) { return p[i]; }
__global__ void by_pointer(int *out, int n) {
  __shared__ int a[4];
  a[threadIdx.x] = 1;
  const int *p = n > 100 ? out : a;
  *out = at(p, n);
}
by_pointer<<<1, 4>>>(out, 40);
cudaFree(out);
