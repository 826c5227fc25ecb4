//# `%undo` of a device variable's second definition gives the first storage back, with its value.
int *p; cudaMallocManaged(&p, sizeof(int));
__device__ int v = 1;
__global__ void k(int *out) { *out = v++; }
k<<<1, 1>>>(p); cudaDeviceSynchronize();
__device__ int v = 10;
%undo
//? note: cell 5 is taken back: `v` (that of cell 2 is back)
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
