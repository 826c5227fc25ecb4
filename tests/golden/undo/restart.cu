//# `%restart` gives a new executor with all definitions, and says which values are lost; `%replay` gives them back.
int x = 5;
__device__ int d;
__global__ void k(int *p) { *p = 7; }
int f() { return 3; }
x = 6;
%restart
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`, `d`
f()
//= (int) 3
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 7
%replay
//= (int) 3
//= (int) 7
x
//= (int) 6
