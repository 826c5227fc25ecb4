//# With `%verbose on` a cell tells what each kernel that it defines or makes of a template needs.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ flags = ["--no-cache"]
//@ changes_cache = true
%verbose
//= verbose is off
%verbose on
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }
//? note: kernel `add`: no static shared memory, 12 bytes of parameters; plain loops, compiled in … ms
template <class T> __global__ __launch_bounds__(128) void turn(T *p) {
  __shared__ T tile[32];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x];
}
int *p; cudaMallocManaged(&p, 128);
turn<<<1, 32>>>(p);
//? note: kernel `turn<int>`: 128 bytes of static shared memory, 8 bytes of parameters, at most 128 threads in a block; loops between barriers, compiled in … ms
turn<<<1, 32>>>(p);
__global__ void broken(float *p) { nonsense; }
//? cell 6:1:36: error: use of undeclared identifier 'nonsense'
//?     1 | __global__ void broken(float *p) { nonsense; }
//?       |                                    ^~~~~~~~
int host = 3;
%verbose off
__global__ void add(float *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 2; }
%verbose perhaps
//? error: usage: `%verbose [on|off]`
