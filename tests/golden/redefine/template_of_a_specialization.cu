//# A template whose explicit specialization was used may be defined again more than once: the newest takes the place of both.
template <class T> __host__ __device__ int f(T) { return 1; }
template <> __host__ __device__ int f<char>(char) { return 10; }
template <class T> int g(T x) { return f(x); }
template <class T> __global__ void k(T x, int *out) { *out = f(x); }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a')
//= (int) 1010
template <class T> __host__ __device__ int f(T) { return 2; }
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a')
//= (int) 202
template <class T> __host__ __device__ int f(T) { return 3; }
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a')
//= (int) 303
template <> __host__ __device__ int f<char>(char) { return 40; }
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a')
//= (int) 4040
template <class T> __host__ __device__ int f(T) { return 5; }
template <class T> __host__ __device__ int f(T) { return 6; }
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a') + f(1)
//= (int) 612
%undo 2
//? note: cells 14 to 15 are taken back: `f` (that of cell 13 is back), `k<<<1, 1>>>('a', out); cudaDeviceSynchro…`
k<<<1, 1>>>('a', out); cudaDeviceSynchronize(); *out * 100 + g('a')
//= (int) 505
