//# A launch that no device takes is refused with the reason, and is the last error once.
__global__ void k(int *o) { *o = 1; }
int *o; cudaMallocManaged(&o, sizeof(int)); *o = 0;
k<<<1, 1025>>>(o);
//? error: cell 3: kernel `k` <<<(1,1,1), (1025,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 1025 threads exceeds 1024
k<<<0, 1>>>(o);
//? error: cell 4: kernel `k` <<<(0,1,1), (1,1,1)>>>: cudaErrorInvalidConfiguration
//?   grid of size 0 along x
k<<<1, dim3(1, 1, 65)>>>(o);
//? error: cell 5: kernel `k` <<<(1,1,1), (1,1,65)>>>: cudaErrorInvalidConfiguration
//?   block of 65 threads along z exceeds 64
*o
//= (int) 0
k<<<1, 1024>>>(o); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*o
//= (int) 1
