//# What templates were instantiated to follows a specialization that is defined again: functions, variables, classes, aliases, members, kernels.
template <class T> struct S { static constexpr int v = 0; };
template <> struct S<int> { static constexpr int v = 1; };
template <class T> using Alias = S<T>;
template <class T> __host__ __device__ int f() { return S<T>::v; }
template <class T> __host__ __device__ auto value(Alias<T> s) { return s.v; }
template <class T> int variable = S<T>::v;
template <class T> constexpr int constant = Alias<T>::v;
template <class T> concept Good = S<T>::v > 1;
template <class T> struct Inner { __host__ __device__ int get() { return S<T>::v; } static int shared; };
template <class T> int Inner<T>::shared = S<T>::v;
template <class T> struct Traits : Inner<T> { static constexpr int w = constant<T>; int filler[S<T>::v]; };
struct Plain { template <class T> __host__ __device__ int m() { if constexpr (Good<T>) return 9; else return Traits<T>::w; } };
template <class T> __global__ void k(T *out) { *out = f<T>() * 1000 + Inner<T>().get() * 100 + Plain().m<T>() * 10 + sizeof(Traits<T>) / 4; }
template <class T> __global__ void take(S<T> s, T *out) { *out = value<T>(s) * 100 + sizeof(s); }
int *out; cudaMallocManaged(&out, sizeof(int));
Inner<int> inner; S<int> old;
int use() { return f<int>() * 10000 + variable<int> * 1000 + inner.get() * 100 + Inner<int>::shared * 10 + Plain().m<int>(); }
void go() { k<<<1, 1>>>(out); cudaDeviceSynchronize(); }
use()
//= (int) 11111
go(); *out
//= (int) 1111
take<<<1, 1>>>(S<int>(), out); cudaDeviceSynchronize(); *out
//= (int) 101
template <> struct S<int> { static constexpr int v = 2; double more[2]; };
use()
//= (int) 22229
go(); *out
//= (int) 2292
value<int>(S<int>()) * 100 + Traits<int>::w * 10 + Good<int>
//= (int) 221
take<<<1, 1>>>(S<int>(), out); cudaDeviceSynchronize(); *out
//= (int) 216
template <> struct S<int> { static constexpr long v = 3; };
use()
//= (int) 33339
value<int>(S<int>())
//= (long) 3
go(); *out
//= (int) 3393
old
//= (S<int>) {}
//? note: `old` is of the `S<int>` of cell 2, which cell 22 defines anew
// A rejected cell changes nothing: this one, because an instance cannot be made of it.
template <> struct S<int> { static constexpr const char *v = "none"; };
//? cell 6:1:24: error: cannot initialize a variable of type 'int' with an lvalue of type 'const char *const'
//?     1 | template <class T> int variable = S<T>::v;
//?       |                        ^          ~~~~~~~
//? cell 32:1:20: note: in instantiation of variable template specialization 'variable<int>' requested here
//?     1 | template <> struct S<int> { static constexpr const char *v = "none"; };
//?       |                    ^
//? cell 7:1:34: error: cannot initialize a variable of type 'const int' with an lvalue of type 'const char *const'
//?     1 | template <class T> constexpr int constant = Alias<T>::v;
//?       |                                  ^          ~~~~~~~~~~~
//? cell 32:1:20: note: in instantiation of variable template specialization 'constant<int>' requested here
//?     1 | template <> struct S<int> { static constexpr const char *v = "none"; };
//?       |                    ^
use()
//= (int) 33339
go(); *out
//= (int) 3393
%undo
//? note: cell 33 is taken back: `go(); *out`
use()
//= (int) 33339
// A first specialization, a partial one, and the template again.
template <class T> struct S<T *> { static constexpr int v = 5; };
f<int *>()
//= (int) 5
template <> struct S<int *> { static constexpr int v = 6; };
f<int *>()
//= (int) 6
template <class T> struct S<T **> { static constexpr int v = 7; };
f<int **>() * 10 + f<char *>()
//= (int) 75
%undo 8
//? note: cells 32 to 39 are taken back: 1 more, `f<int *>()`, `S<int *>`, `S<T **>`, `f<int **>() * 10 + f<char *>()`
use()
//= (int) 33339
go(); *out
//= (int) 3393
