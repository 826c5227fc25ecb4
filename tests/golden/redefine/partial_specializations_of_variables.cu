//# Partial specializations of variable templates may be defined again, and after their arguments were used: what is made of them follows.
template <class T> constexpr int v = 0;
template <class T> constexpr int v<T *> = 1;
template <class T> int stored = 10;
template <class T> int stored<T *> = 20;
template <class T> __device__ int on_device = 100;
template <class T> __global__ void k(int *out) { *out = on_device<T> + v<T>; }
__global__ void plain(int *out) { *out = on_device<int *> + v<int *>; }
template <class T> int f() { return v<T>; }
int use() { return stored<int *> + f<int *>(); }
int *out; cudaMallocManaged(&out, sizeof(int));
use()
//= (int) 21
k<int *><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 101
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 101
template <class T> constexpr int v<T *> = 2;
template <class T> int stored<T *> = 30;
template <class T> __device__ int on_device<T *> = 200;
v<int *> * 10 + v<char *>
//= (int) 22
use()
//= (int) 32
k<int *><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 202
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 201
template <class T> constexpr int v<T **> = 3;
v<int *> * 10 + v<int **>
//= (int) 23
template <class T> __device__ int on_device<T *> = 300;
k<int *><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 302
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 301
// Of another type: older code keeps the older one.
template <class T> double stored<T *> = 2.5;
stored<int *>
//= (double) 2.5
use()
//= (int) 32
%undo 3
//? note: cells 26 to 28 are taken back: `stored<T *>` (that of cell 15 is back), `stored<int *>`
use()
//= (int) 32
k<int *><<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 302
plain<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 301
