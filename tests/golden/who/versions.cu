//# A name that was defined again is shown once, with its newest cell and how many versions there are; overloads are counted apart.
__global__ void k(int *p) { *p = 1; }
__global__ void k(int *p) { *p = 2; }
__global__ void k(float *p) { *p = 2; }
__global__ void k(int *p) { *p = 3; }
int x = 1;
int x = 2;
double x = 3;
#define N 1
#define N 2
template <typename T> T same(T t) { return t; }
template <typename T> T same(T t) { return t + 1; }
%who -v
//= kernel    k     cell 3   void (float *)
//= kernel    k     cell 4   void (int *)    version 3
//= variable  x     cell 7   double          version 3
//= template  same  cell 11  T (T)           version 2
//= macro     N     cell 9                   version 2
%who
//= kernels    k
//= variables  x
//= templates  same
//= macros     N
