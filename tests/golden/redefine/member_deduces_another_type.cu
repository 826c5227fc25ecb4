//# A member whose return type is deduced may be defined again with another one: it takes the name, and callers compiled before keep the old function.
template <class T> struct S { __host__ __device__ auto get(); template <class U> auto scaled(U u); };
template <class T> __host__ __device__ auto S<T>::get() { return 1; }
template <class T> template <class U> auto S<T>::scaled(U u) { return u; }
int use() { return S<int>().get() * 10 + S<int>().scaled(2); }
__global__ void k(double *out) { *out = S<int>().get(); }
double *out; cudaMallocManaged(&out, sizeof(double));
use()
//= (int) 12
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 1.0
template <class T> __host__ __device__ auto S<T>::get() { return 2; }
use()
//= (int) 22
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 2.0
template <class T> __host__ __device__ auto S<T>::get() { return 2.5; } template <class T> template <class U> auto S<T>::scaled(U u) { return u * 1.5; } S<int>().get()
//= (double) 2.5
S<int>().scaled(2)
//= (double) 3.0
use()
//= (int) 22
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 2.0
__global__ void k(double *out) { *out = S<int>().get(); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 2.5
double newer() { return S<int>().get(); }
template <class T> __host__ __device__ auto S<T>::get() { return 3.5; }
newer()
//= (double) 3.5
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 3.5
%undo 5
//? note: cells 17 to 21 are taken back: `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`, `newer`, `S::get` (that of cell 12 is back), `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`
S<int>().get()
//= (double) 2.5
// Of an ordinary class.
struct P { auto get(); };
auto P::get() { return 1; }
int use_p() { return P().get(); }
auto P::get() { return 2.5; }
P().get() * 10 + use_p()
//= (double) 26.0
auto P::get() { return nothing; }
//? cell 23:1:24: error: use of undeclared identifier 'nothing'
//?     1 | auto P::get() { return nothing; }
//?       |                        ^~~~~~~
P().get() * 10 + use_p()
//= (double) 26.0
