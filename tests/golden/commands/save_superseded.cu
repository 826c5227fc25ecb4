//# `%save` leaves out a cell whose definitions were defined again before any code ran; one that may have been used is kept, and that is told.
__device__ int factor = 3;
__global__ void k(int *p) { *p = 1; }
__global__ void k(int *p) { *p = 2 * factor; }
__device__ int f() { return 1; }
__global__ void user(int *p) { *p = f(); }
__device__ int f() { return 2; }
int *p; cudaMallocManaged(&p, 4);
k<<<1, 1>>>(p);
__global__ void k(int *p) { *p = 100; }
int used() { return 1; }
int x = used();
int used() { return 2; }
%save saved.cu
//? note: 11 cells written to `saved.cu`; 1 left out, whose definitions newer ones have taken the place of
//? note: 1 of them superseded: code that ran before the newer definitions may have used them
%reset
%load saved.cu
%who -v
//= kernel           user    cell 4   void (int *)
//= kernel           k       cell 8   void (int *)  version 2
//= device function  f       cell 5   int ()        version 2
//= device variable  factor  cell 1   int
//= function         used    cell 11  int ()        version 2
//= variable         p       cell 6   int *
//= variable         x       cell 10  int
user<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + used() * 10 + x * 100
//= (int) 122
