//# A cell whose templates would take for ever to instantiate is stopped: it is as if it had not been typed, on the host's side as on the device's.
int x = 40;
__device__ int twice(int x) { return 2 * x; }
template <int A, int B> struct Sum { static constexpr unsigned value = Sum<A - 1, B>::value + Sum<A - 1, B + 1>::value; };
template <int B> struct Sum<0, B> { static constexpr unsigned value = 1; };
x = 41; unsigned n = Sum<400, 0>::value;;
//! interrupt compilation after 300 ms
//? error: cell 5 was interrupted while it was compiled; the session is as before
__global__ void k(unsigned *out) { *out = Sum<900, 1000>::value; };
//! interrupt compilation after 300 ms
//? error: cell 5 was interrupted while it was compiled; the session is as before
#ifdef __CUDA_ARCH__
template <class T> __device__ unsigned sum() { return Sum<400, 2000 + sizeof(T)>::value; }
#else
template <class T> __device__ unsigned sum() { return 1; }
#endif
__global__ void k(unsigned *out) { *out = sum<int>(); };
//! interrupt compilation after 300 ms
//? error: cell 6 was interrupted while it was compiled; the session is as before
x
//= (int) 40
%who
//= device functions  twice
//= variables         x
//= types             Sum<0, B>
//= templates         Sum, sum
Sum<4, 0>::value
//= (const unsigned int) 16
__global__ void k(int *out) { *out = twice(21); }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 42
