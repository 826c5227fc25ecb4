//# A kernel that was taken back altogether may be defined again, with the same text and with another.
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out) { *out = 1; }
%undo
//? note: cell 2 is taken back: `k`
__global__ void k(int *out) { *out = 1; }
%undo
//? note: cell 2 is taken back: `k`
__global__ void k(int *out) { *out = 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
