//# An explicit specialisation is defined again, and made of what was instantiated before; callers and kernels follow.
template <class T> int f(T) { return 1; }
int caller() { return f(0) * 10 + f(0.5); }
caller()
//= (int) 11
template <> int f<int>(int) { return 2; }
caller()
//= (int) 21
template <> int f<int>(int) { return 3; }
caller()
//= (int) 31
template <class T> __device__ T next(T x) { return x + 1; }
template <class T> __global__ void k(T *out) { *out = next(*out); }
int *out; cudaMallocManaged(&out, sizeof(int)); *out = 0;
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 1
template <> __device__ int next<int>(int x) { return x + 10; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 11
template <> __device__ int next<int>(int x) { return x + 20; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 31
template <> __global__ void k<int>(int *out) { *out = -1; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) -1
%undo 5
//? note: cells 13 to 17 are taken back: 1 more, `next` (that of cell 12 is back), `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`, `k`, `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`
*out = 0; k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 10
