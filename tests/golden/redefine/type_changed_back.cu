//# What gets another type and then the one before again takes the place of the first version too.
int g(int x) { return 1; }
float scale = 1;
__device__ int d() { return 1; }
__constant__ int c = 1;
template <class T> int t(T x) { return 1; }
int first() { return g(0) + (int)scale + t(0); }
__global__ void k(int *out) { *out = d() + c; }
int *out; cudaMallocManaged(&out, 4);
int device() { k<<<1, 1>>>(out); cudaDeviceSynchronize(); return *out; }
long g(int x) { return 2; }
double scale = 2;
__device__ long d() { return 2; }
__constant__ long c = 2;
template <class T> long t(T x) { return 2; }
long second() { return g(0) + (long)scale + t(0); }
first()
//= (int) 3
device()
//= (int) 2
second()
//= (long) 6
int g(int x) { return 3; }
float scale = 30;
__device__ int d() { return 3; }
__constant__ int c = 30;
template <class T> int t(T x) { return 300; }
first()
//= (int) 333
device()
//= (int) 33
second()
//= (long) 6
scale = 50; first()
//= (int) 353
%who -d g
//= function      g       cell 19  int (int)                     version 3
//= used by
//=   function    first   cell 6
//=   function    second  cell 15  keeps the version of cell 10
//= uses nothing
%undo 9
//? note: cells 19 to 27 are taken back
first()
//= (int) 3
device()
//= (int) 2
int g(int x) { return 4; }
first()
//= (int) 6
