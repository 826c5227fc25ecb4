//# Device code is listed: kernels with their parameters, device functions, variables with their sizes.
//@ devices = ["cpu"]
%symbols
//? note: the session has no device code
__device__ int f(int x) { return x + 1; }
__device__ int g(int x) { return 2 * x; }
namespace data { __constant__ float weights[16]; }
__device__ int (*at)(int) = f;
__managed__ double sum;
__global__ void k(int *out, char c) { __shared__ int row[8]; row[threadIdx.x] = at(c); __syncthreads(); *out = g(row[0]); }
template <class T> __global__ void scale(T *x) { *x *= 2; }
int *out; cudaMallocManaged(&out, sizeof(int)); scale<<<1, 1>>>(out); cudaDeviceSynchronize();
%symbols
//= kind      name           registers  shared bytes  local bytes  bytes
//= kernel    k              -          32            -            -      parameters of 8, 1 bytes
//= kernel    scale<int>     -          0             -            -      a parameter of 8 bytes
//= function  f              -          -             -            -      int (int), reached by address
//= function  g              -          -             -            -      int (int)
//= variable  at             -          -             -            8      __device__
//= variable  data::weights  -          -             -            64     __constant__
//= variable  sum            -          -             -            8      __managed__
%symbols weights
//= kind      name           registers  shared bytes  local bytes  bytes
//= variable  data::weights  -          -             -            64     __constant__
%symbols scale
//= kind    name        registers  shared bytes  local bytes  bytes
//= kernel  scale<int>  -          0             -            -      a parameter of 8 bytes
%symbols nothing
//? error: no kernel, device function or device variable is named `nothing`
