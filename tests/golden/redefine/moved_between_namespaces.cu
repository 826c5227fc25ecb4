//# A function that moves into an inline or unnamed namespace, or out of one, is not ambiguous with its older self.
int f(int x) { return x; }
int g() { return f(1); }
inline namespace in { int f(int x) { return x + 10; } }
//? note: the `f` of cell 1 (`int (int)`) is still used by `g`: the newer one is of another kind
f(1)
//= (int) 11
namespace { int f(int x) { return x + 20; } }
//? note: the `f` of cell 3 (`int (int)`) is still used by `g`: the newer one is of another kind
f(1)
//= (int) 21
int f(int x) { return x + 30; }
f(1)
//= (int) 31
g()
//= (int) 31
inline namespace in { __device__ int d(int x) { return x + 40; } }
__global__ void k() { printf("%d\n", d(1)); }
k<<<1, 1>>>();
//= 41
namespace { __device__ int d(int x) { return x + 50; } }
//? note: the `d` of cell 10 (`int (int)`) is still used by `k`: the newer one is of another kind
__global__ void k() { printf("%d\n", d(1)); }
k<<<1, 1>>>();
//= 51
namespace { int v = 3; }
inline namespace in { long v = 4; }
v
//= (long) 4
long v = 5;
v
//= (long) 5
inline namespace in { int f(double x) { return 60; } }
f(1), f(1.0)
//= (int) 60
