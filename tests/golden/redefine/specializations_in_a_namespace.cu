//# A namespace block with several specializations of one template may be typed again; callers' instances and kernels follow.
namespace n { template <class T> struct S { static constexpr int v = 1; }; template <class T> constexpr int c = 1; }
namespace n { template <> struct S<int> { static constexpr int v = 2; }; template <> struct S<char> { static constexpr int v = 3; }; template <> constexpr int c<int> = 4; }
template <class T> __host__ __device__ int sum() { return n::S<T>::v * 10 + n::c<T>; }
template <class T> __global__ void k(T *out) { *out = sum<T>() * 100 + sum<char>(); }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2431
namespace n { template <> struct S<int> { static constexpr int v = 5; }; template <> struct S<char> { static constexpr int v = 6; }; template <> constexpr int c<int> = 7; }
n::S<int>::v * 100 + n::S<char>::v * 10 + n::c<int>
//= (int) 567
sum<int>() * 100 + sum<char>()
//= (int) 5761
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5761
namespace n { template <> struct S<S<int>> { static constexpr int v = S<int>::v + 1; }; template <> struct S<int> { static constexpr int v = 8; }; }
n::S<int>::v * 100 + n::S<n::S<int>>::v
//= (int) 801
%undo 2
//? note: cells 11 to 12 are taken back: `n`, `n::S<int>` (that of cell 7 is back), `n::S<n::S<int>>`, `n::S<int>::v * 100 + n::S<n::S<int>>::v`
n::S<int>::v * 100 + n::S<char>::v * 10 + n::c<int>
//= (int) 567
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5761
