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
//? note: the `g` of cell 1 (`int (int)`) is still used by `first`: its type has changed
double scale = 2;
//? note: the `scale` of cell 2 (`float`) is still used by `first`: its type has changed
__device__ long d() { return 2; }
//? note: the `d` of cell 3 (`int ()`) is still used by `k`: its type has changed
__constant__ long c = 2;
//? note: the `c` of cell 4 (`int`) is still used by `k`: its type has changed
template <class T> long t(T x) { return 2; }
//? note: the `t` of cell 5 (`int (T)`) is still used by `first`: its type has changed
long second() { return g(0) + (long)scale + t(0); }
first()
//= (int) 3
device()
//= (int) 2
second()
//= (long) 6
int g(int x) { return 3; }
//? note: the `g` of cell 10 (`long (int)`) is still used by `second`: its type has changed
float scale = 30;
//? note: the `scale` of cell 11 (`double`) is still used by `second`: its type has changed
__device__ int d() { return 3; }
__constant__ int c = 30;
template <class T> int t(T x) { return 300; }
//? note: the `t` of cell 14 (`long (T)`) is still used by `second`: its type has changed
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
//? note: cells 19 to 27 are taken back: 2 more, `d` (that of cell 12 is back), `c` (that of cell 13 is back), `t` (that of cell 14 is back), `scale = 50; first()`
first()
//= (int) 3
device()
//= (int) 2
int g(int x) { return 4; }
//? note: the `g` of cell 10 (`long (int)`) is still used by `second`: its type has changed
first()
//= (int) 6
