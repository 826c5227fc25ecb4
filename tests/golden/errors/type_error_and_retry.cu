//# A cell that does not compile changes nothing: its names are free, and the same cell, mended, works.
int count = "text"; int other = 1;
int count = 5; int other = 2;
count + other
__global__ void k(int *p) { *p = missing; }
__global__ void k(int *p) { *p = 9; }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
*p
