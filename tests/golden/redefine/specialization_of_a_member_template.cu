//# A template within an instance of a class template may be specialized after its use, and again; what is made of it follows.
template <class T> struct Outer { template <class U> struct In { static constexpr int v = 1; }; template <class U> __host__ __device__ int get() { return In<U>::v; } };
template <class T> __global__ void k(T *out) { *out = Outer<T>().template get<char>(); }
int *out; cudaMallocManaged(&out, sizeof(int));
int use() { return Outer<int>().get<char>() * 10 + Outer<long>().get<char>(); }
use()
//= (int) 11
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 1
template <> template <> struct Outer<int>::In<char> { static constexpr int v = 2; };
use()
//= (int) 21
template <> template <> struct Outer<int>::In<char> { static constexpr int v = 3; };
use()
//= (int) 31
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
%undo 3
//? note: cells 9 to 11 are taken back: `Outer<int>::In<char>` (that of cell 7 is back), `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
