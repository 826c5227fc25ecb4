//# A kernel may be entered before the variable that it uses is defined: launches work from then on.
extern __device__ int dl;
__global__ void k(int *o) { *o = dl; }
int *o; cudaMallocManaged(&o, 4);
k<<<1, 1>>>(o);
//? error: cell 4: kernel `k` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   `dl` is used in device code and defined nowhere; define it and launch again
__device__ int dl = 4;
k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 4
__device__ int dl = 6;
k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 6
