//# The same in kernels.
template <class T> __device__ T f(T x) { return x + 1; }
template <class T> __device__ T table[2] = {1, 2};
template <class T> __global__ void k(T *p) { *p = f(*p) * 10 + table<T>[1]; }
template <class T> __global__ void of_int(T *p) { *p = f(1) * 10 + table<int>[1]; }
template <class T> __device__ T f(T x) { return x + 2; }
template <class T> __device__ T table[2] = {3, 4};
int *p; long *q; cudaMallocManaged(&p, sizeof *p); cudaMallocManaged(&q, sizeof *q); *p = *q = 5
//= (int) 5
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 74
of_int<<<1, 1>>>(q); cudaDeviceSynchronize(); *q
//= (long) 34
template <class T> __device__ T f(T x) { return x + 3; }
template <class T> __device__ T table[2] = {5, 6};
*p = *q = 5; k<<<1, 1>>>(q); cudaDeviceSynchronize(); *q
//= (long) 86
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 86
of_int<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 46
