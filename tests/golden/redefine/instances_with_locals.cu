//# Lambdas, types and static variables of an instance that follows a specialization are others than before; so are virtual functions.
template <class T> struct S { static constexpr int v = 0; };
template <> struct S<int> { static constexpr int v = 1; };
template <class F> __host__ __device__ int apply(F f) { return f(); }
template <class T> __host__ __device__ int f() { S<T> s; struct L { S<T> s; int a = S<T>::v; }; L l; return apply([=] { return int(sizeof(s)) * 100 + int(sizeof(l)) * 10 + l.a; }); }
template <class T> int counted() { static int n = S<T>::v * 10; return n++; }
template <class T> struct V { virtual int get() { return S<T>::v; } };
auto generic = [](auto x) { return S<decltype(x)>::v; };
template <class T> __global__ void k(T *out) { *out = f<T>(); }
int *out; cudaMallocManaged(&out, sizeof(int));
V<int> older; V<int> *pointer = &older;
int use() { return f<int>(); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out == use()
//= (bool) true
use()
//= (int) 181
counted<int>(); counted<int>()
//= (int) 11
generic(1) * 10 + pointer->get()
//= (int) 11
template <> struct S<int> { static constexpr int v = 2; int more[4]; };
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out == use()
//= (bool) true
use()
//= (int) 1802
counted<int>()
//= (int) 20
generic(1) * 100 + pointer->get() * 10 + V<int>().get()
//= (int) 212
//? note: `pointer` is of the `V<int>` of cell 6, which cell 16 defines anew
