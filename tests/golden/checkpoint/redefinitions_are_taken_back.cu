//# A crashing cell that defines a function, a kernel, a device function, a variable and a type anew: the older ones are there again, and callers reach them.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int f() { return 1; }
int caller() { return f(); }
__device__ int d(int x) { return x + 1; }
__global__ void k(int *p) { *p = d(10); }
int launch() { int *p, r; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); r = *p; cudaFree(p); return r; }
int v = 3;
struct S { int a; };
launch()
//= (int) 11
int f() { return 2; } __device__ int d(int x) { return x + 2; } long v = 4; struct S { long a, b; }; caller() * *(volatile int *)0;
//? cell 9:1:111: warning: expression result unused [-Wunused-value]
//?     1 | int f() { return 2; } __device__ int d(int x) { return x + 2; } long v = 4; struct S { long a, b; }; caller() * *(volatile int *)0;
//?       |                                                                                                      ~~~~~~~~ ^ ~~~~~~~~~~~~~~~~~~
//? error: cell 9 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at cell 9:1
//? note: cell 9 is taken back: all variables are as they were before it
caller()
//= (int) 1
launch()
//= (int) 11
v
//= (int) 3
sizeof(S)
//= (unsigned long) 4
__global__ void k(int *p) { *p = 99; } launch(); abort();
//? error: cell 13 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 13:1
//? note: cell 13 is taken back: all variables are as they were before it
launch()
//= (int) 11
__device__ int d(int x) { return x + 3; }
launch()
//= (int) 13
