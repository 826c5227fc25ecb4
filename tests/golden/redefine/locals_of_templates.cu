//# Lambdas, types and static variables in a template's body are others in each of its definitions.
template <class F> int apply(F f) { return f(1); }
template <class T> int f(T y) { return apply([y](int x) { return x + y; }); }
int use_f() { return f(10); }
use_f()
//= (int) 11
template <class T> int f(T y) { return apply([y](int x) { return x * 100 + y; }); }
use_f()
//= (int) 110
%undo 2
//? note: cells 5 to 6 are taken back: `f` (that of cell 2 is back)
use_f()
//= (int) 11
template <class T> int g(T y) { struct Item { T v; int get() { return v + 1; } }; return apply([i = Item{y}](int) mutable { return i.get(); }); }
g(1)
//= (int) 2
template <class T> int g(T y) { struct Item { T v, w; int get() { return v + w; } }; return apply([i = Item{y, 100}](int) mutable { return i.get(); }); }
g(1)
//= (int) 101
struct Holder { template <class T> int m(T y); };
template <class T> int Holder::m(T y) { auto l = [y](auto x) { return x + y; }; return apply(l); }
Holder().m(1)
//= (int) 2
int *out; cudaMallocManaged(&out, sizeof(int));
template <class F> __global__ void each(int *out, F f) { *out = f(1); }
template <class T> void go(T y) { each<<<1, 1>>>(out, [y] __device__(int x) { return x + y; }); cudaDeviceSynchronize(); }
go(1); *out
//= (int) 2
template <class T> void go(T y) { each<<<1, 1>>>(out, [y] __device__(int x) { return x * 10 + y; }); cudaDeviceSynchronize(); }
go(1); *out
//= (int) 11
template <class F> __device__ int call(F f) { return f(1); }
template <class T> __device__ int twice(T y) { return call([y](int x) { return x + y; }); }
__global__ void k(int *out) { *out = twice(2); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
template <class T> __device__ int twice(T y) { return call([y](int x) { return x * 20 + y; }); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 22
// Static variables of inline functions and of templates, and of device functions.
inline int count() { static int n = 5; return n++; }
count(); count()
//= (int) 6
inline int count() { static int n = 50; return n++; }
count()
//= (int) 50
inline int own() { thread_local int n = 5; return n++; }
own(); own()
//= (int) 6
inline int own() { thread_local int n = 50; return n++; }
own()
//= (int) 50
template <class T> int counted() { static T n = 5; return n++; }
int use_counted() { return counted<int>(); }
use_counted(); use_counted()
//= (int) 6
template <class T> int counted() { static T n = 500; return n++; }
use_counted()
//= (int) 500
__device__ int kept() { static int n = 5; return n++; }
__global__ void keep(int *out) { *out = kept(); }
keep<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5
keep<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 6
__device__ int kept() { static int n = 50; return n++; }
keep<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 50
