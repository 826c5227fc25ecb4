//# `%who -d` of a device function: who uses it, directly and through others, which kernels are compiled again, and what it uses itself.
__device__ int factor = 3;
__device__ int square(int x) { return x * x; }
__device__ int twice(int x) { return square(x) + factor; }
__global__ void k(int *p) { *p = twice(*p); }
__global__ void other(int *p) { *p = 0; }
void go(int *p) { k<<<1, 1>>>(p); }
%who -d square
//= device function    square  cell 2  int (int)
//= used by
//=   device function  twice   cell 3
//=   kernel           k       cell 4  through `twice`, is compiled again when it changes
//=   function         go      cell 6  through `k`
//= uses nothing
%who -d twice
//= device function    twice   cell 3  int (int)
//= used by
//=   kernel           k       cell 4  is compiled again when it changes
//=   function         go      cell 6  through `k`
//= uses
//=   device function  square  cell 2  int (int)
//=   device variable  factor  cell 1  int
%who -d k
//= kernel             k      cell 4  void (int *)
//= used by
//=   function         go     cell 6
//= uses
//=   device function  twice  cell 3  int (int)
%who -d other
//= kernel           other  cell 5  void (int *)
//= used by nothing
//= uses nothing
