//# Variable templates and their specializations may be defined again; code that uses an instance follows, as with variables.
template <class T> int size = sizeof(T);
int use() { return size<int> * 10 + size<long>; }
use()
//= (int) 48
template <class T> int size = sizeof(T) + 1;
use()
//= (int) 59
template <> int size<int> = 1;
use()
//= (int) 19
template <> int size<int> = 2;
use()
//= (int) 29
size<int> = 3; use()
//= (int) 39
template <> double size<int> = 2.5;
size<int>
//= (double) 2.5
use()
//= (int) 39
%undo 6
//? note: cells 8 to 13 are taken back: `size<int>` (that of cell 6 is back), `size<int> = 3; use()`, `size<int>`
use()
//= (int) 19
template <class T> int size<T *> = 7;
size<int *>
//= (int) 7
template <class... T> int many = sizeof...(T);
int use_many() { return many<int, char>; }
use_many()
//= (int) 2
template <class... T> int many = sizeof...(T) * 10;
use_many()
//= (int) 20
template <class T> constexpr T pi = T(3);
double use_pi() { return pi<double>; }
template <class T> constexpr T pi = T(3.25);
pi<double>
//= (const double) 3.25
use_pi()
//= (double) 3.0
// On the device.
template <class T> __device__ T start = 3;
__global__ void k(int *out) { *out = start<int>; }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
template <class T> __device__ T start = 4;
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 4
template <> __device__ int start<int> = 5;
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5
