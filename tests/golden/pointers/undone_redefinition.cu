//# `%undo` gives addresses back the function that they reached before.
using op = int (*)(int);
__device__ int f(int x) { return x + 1; }
__device__ op at = f;
__global__ void through(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
__device__ int f(int x) { return x + 100; }
through<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 101
%undo 2
//? note: cells 6 to 7 are taken back: `f` (that of cell 2 is back), `through<<<1, 1>>>(out); cudaDeviceSynchr…`
through<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
