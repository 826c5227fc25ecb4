//# A kernel whose second definition was taken back can be defined a third time, launched between all of them.
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out) { *out = 1; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__global__ void k(int *out) { *out = 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%undo 2
//? note: cells 4 to 5 are taken back: `k` (that of cell 2 is back), `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__global__ void k(int *out) { *out = 3; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
