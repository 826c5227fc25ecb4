//# A cell that only the device side rejects changes neither side.
int *p; cudaMallocManaged(&p, sizeof(int));
int h = 1;
__device__ int f() { return 1; }
__global__ void k(int *out) { *out = f(); }
__device__ int f() {
#ifdef __CUDA_ARCH__
  return nope;
#else
  return 5;
#endif
} int h = 2;
//? cell 5:3:10: error: use of undeclared identifier 'nope'
//?     3 |   return nope;
//?       |          ^~~~
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + h
//= (int) 2
__device__ int f() { return 20; } int h = 2;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + h
//= (int) 22
