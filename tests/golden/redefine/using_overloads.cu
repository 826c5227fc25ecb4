//# Functions that `using` brings in are overloads like others: what is defined beside them later, or is brought in, hides only those with its parameters.
#include <cmath>
using std::abs;
struct V { float x, y; };
float abs(V v) { return v.x + v.y; }
abs(-2.5)
//= (double) 2.5
abs(V{1, 2})
//= (float) 3.0f
namespace a { __host__ __device__ int d(int) { return 1; } __host__ __device__ int d(char) { return 2; } }
__host__ __device__ int d(double) { return 3; }
using a::d;
d(1) * 100 + d('c') * 10 + d(1.0)
//= (int) 123
__host__ __device__ int d(int) { return 4; }
d(1) * 100 + d('c') * 10 + d(1.0)
//= (int) 423
namespace b { __host__ __device__ int d(double) { return 5; } __host__ __device__ int d(char) { return 6; } }
using b::d;
d(1) * 100 + d('c') * 10 + d(1.0)
//= (int) 465
int *out; cudaMallocManaged(&out, sizeof(int));
__global__ void k(int *out) { *out = d(1) * 100 + d('c') * 10 + d(1.0); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 465
struct M { int i; };
using std::swap;
void swap(M &x, M &y) { x.i = y.i = 0; }
{ int i = 1, j = 2; swap(i, j); M m{3}, n{4}; swap(m, n); printf("%d %d %d\n", i, j, m.i); }
//= 2 1 0
namespace N { using a::d; int e() { return d(1); } }
namespace N { int d(double) { return 7; } int f() { return d(1) * 10 + d(1.0); } }
N::f()
//= (int) 17
%undo 2
//? note: cells 24 to 25 are taken back: `N`, `N::d`, `N::f`
N::e()
//= (int) 1
