//# The lines of a kernel whose draft the optimiser's code has replaced; loops over threads are vectors then.
//@ devices = ["cpu"]
__global__ void saxpy(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * y[i] +
           x[i];
}
int *p; cudaMallocManaged(&p, 4096);
saxpy<<<4, 256>>>((float *)p, (float *)p, 1024);;
//! pause 400 ms
saxpy<<<4, 256>>>((float *)p, nullptr, 1024);
//? error: cell 4: kernel `saxpy` <<<(4,1,1), (256,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid read of address 0x0
//?   at cell 1:5 in `saxpy`
saxpy<<<4, 256>>>((float *)p, (float *)p, 0);
