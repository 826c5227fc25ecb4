//# `%undo` of a kernel's second definition gives the first one back; another one may follow (clang-repl loses the name here).
int *p; cudaMallocManaged(&p, sizeof(int));
__global__ void k(int *out) { *out = 1; }
__global__ void k(int *out) { *out = 2; }
%undo
//? note: cell 3 is taken back: `k` (that of cell 2 is back)
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
__global__ void k(int *out) { *out = 3; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 3
%undo 3
//? note: cells 3 to 5 are taken back: `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`, `k` (that of cell 2 is back), `k<<<1, 1>>>(p); cudaDeviceSynchronize();…`
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
