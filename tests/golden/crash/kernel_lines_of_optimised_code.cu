//# The lines of kernels whose drafts the optimiser's code has replaced: loops over threads are vectors, and what is the same for all is outside.
//@ devices = ["cpu"]
__device__ int value = 2;
__global__ void store(int *p) {
  int i = 0;
  p[i] = value;
}
__global__ void saxpy(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float twice = 2 * y[i];
  y[i] = twice + x[i];
}
int *p; cudaMallocManaged(&p, 4096);
store<<<1, 1>>>(p); saxpy<<<1, 256>>>((float *)p, (float *)p, 1024);;
//! rest 400 ms
saxpy<<<1, 256>>>((float *)p, nullptr, 1024);
//? error: cell 6: kernel `saxpy` <<<(1,1,1), (256,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 3:5 in `saxpy`
saxpy<<<1, 256>>>((float *)p, (float *)p, 0);
store<<<1, 1>>>(nullptr);
//? error: cell 8: kernel `store` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   at cell 2:3 in `store`
