//# Programs older than CUDA 12 wait in a kernel for what it launched; the block's other threads wait with it at the next barrier.
//@ devices = ["cpu"]
__global__ void sum(const int *p, int n, int *out) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; *out = s; }
__global__ void parent(int *p, int *out) {
  __shared__ int total;
  p[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  if (threadIdx.x == 0) { sum<<<1, 1>>>(p, blockDim.x, out); printf("%d\n", cudaDeviceSynchronize()); total = *out; }
  __syncthreads();
  p[threadIdx.x] = total;
}
int *p, *out; cudaMalloc(&p, 4 * sizeof(int)); cudaMalloc(&out, sizeof(int));
parent<<<1, 4>>>(p, out);
//= 0
p
//= (int *) device int[4] {10, 10, 10, 10}
__global__ void factorial(int n, long long *out) { if (n < 2) { *out = 1; return; } factorial<<<1, 1>>>(n - 1, out); cudaDeviceSynchronize(); *out *= n; }
long long *f; cudaMallocManaged(&f, 8);
factorial<<<1, 1>>>(20, f); cudaDeviceSynchronize();
*f
//= (long long) 2432902008176640000
__global__ void fails() { __trap(); }
__global__ void waits() { fails<<<1, 1>>>(); cudaDeviceSynchronize(); printf("not reached\n"); }
waits<<<1, 1>>>();
//? error: cell 12: kernel `fails` <<<(1,1,1), (1,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   the kernel executed a trap
//?   launched by kernel `waits` at cell 11 line 1
//?   at cell 10:1 in `fails`
