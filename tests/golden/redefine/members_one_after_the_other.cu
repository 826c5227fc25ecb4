//# Members of a namespace are declared one after the other: what stands before one that is defined again means what it meant, or the newer one, as at top level.
namespace n { int h(int) { return 1; } }
int h(int) { return 5; }
namespace n { int t() { return h(1); } int h(int) { return 8; } }
n::t()
//= (int) 8
namespace m { int f(int) { return 1; } int f(double) { return 2; } }
namespace m { int f(int) { return 3; } int f(double) { return 4; } }
m::f(1) * 10 + m::f(1.0)
//= (int) 34
namespace i { inline namespace v1 { int h(int) { return 1; } } }
namespace i { int t() { return h(1); } inline namespace v1 { int h(int) { return 2; } } }
i::t()
//= (int) 2
namespace d { __device__ int g() { return 1; } }
namespace d { __global__ void k(int *o) { *o = g(); } __device__ int g() { return 6; } struct S { int x; }; int of(S s) { return s.x; } }
int *o; cudaMallocManaged(&o, 4); d::k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 6
namespace d { using It = int; struct S { It x, y; }; int of(S s) { return s.y; } template <class T> struct box { T v; }; template <class T> box(T) -> box<T>; }
d::of({1, 2}) + d::box{4}.v
//= (int) 6
namespace d { using It = double; struct S { It x, y; }; double of(S s) { return s.y; } template <class T> struct box { T w, v; }; template <class T> box(T, T) -> box<T>; }
d::of({1, 2.5}) + d::box{4, 5}.v
//= (double) 7.5
int x = 3;
namespace x { int y = 4; int z() { return y; } }
x::z()
//= (int) 4
