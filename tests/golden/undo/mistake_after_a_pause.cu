//# while nobody types, a second pair of ASTs is made; a mistake makes the session go on with those, and nothing shows
#include <unistd.h>
int v = 1;
__device__ int g(int x) { return x + 1; }
__global__ void k(int *p) { *p = g(*p); }
template <class T> T twice(T x) { return x + x; }
template <int N> __global__ void t(int *p) { *p += N; }
struct Point { int x, y; };
static int hidden = 40;
auto add = [](int x) { return x + hidden; };
int *p; cudaMallocManaged(&p, 4);
int a, b, c, d;
twice(v)
//= (int) 2
k<<<1, 1>>>(p); t<3><<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 4
usleep(900000);
v + undeclared
//? cell 15:1:5: error: use of undeclared identifier 'undeclared'
//?     1 | v + undeclared
//?       |     ^~~~~~~~~~
twice(v) + add(1)
//= (int) 43
__device__ int g(int x) { return x + 10; }
k<<<1, 1>>>(p); t<3><<<1, 1>>>(p); t<5><<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 22
template <class T> T twice(T x) { return x + x + 1; }
twice(v)
//= (int) 3
Point{1, 2}.y
//= (int) 2
int v = 7;
twice(v)
//= (int) 15
