//# `%undo` of a device function's second definition: its kernels follow back.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int f() { return 1; }
__global__ void k(int *out) { *out = f(); }
__device__ int f() { return 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%undo 2
//? note: cells 4 to 5 are taken back: `f` (that of cell 2 is back), `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
