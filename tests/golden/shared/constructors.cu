//# A class with a constructor or a destructor may be the type of a `__shared__` variable, in templates too: none of them runs, as with nvcc; what is written as an initialiser is an error.
struct Counter { int count = 3; __device__ Counter() : count(5) {} __device__ ~Counter() { printf("gone\n"); } __device__ int next() { return atomicAdd(&count, 1); } };
__global__ void counts(int *out) { __shared__ Counter counter; if (threadIdx.x == 0) counter.count = 40; __syncthreads(); counter.next(); __syncthreads(); if (threadIdx.x == 0) *out = counter.count; }
//? cell 2:1:55: warning: no constructor or destructor of a `__shared__` variable runs: make `counter` by hand, in one thread
//?     1 | __global__ void counts(int *out) { __shared__ Counter counter; if (threadIdx.x == 0) counter.count = 40; __syncthreads(); counter.next(); __syncthreads(); if (threadIdx.x == 0) *out = counter.count; }
//?       |                                                       ^
int *out; cudaMallocManaged(&out, 4);
counts<<<1, 32>>>(out); cudaDeviceSynchronize();
*out
//= (int) 72
template <class T, int N> __device__ T *place() { __shared__ T all[N]; __shared__ Counter one; one.count = N; return &all[one.count - 1]; }
template <class T> __global__ void fill(int *out) { __shared__ T value; T *last = place<T, 4>(); new (&value) T; new (last) T; *out = 100 * value.count + last->count; }
fill<Counter><<<1, 1>>>(out); cudaDeviceSynchronize();
*out
//= (int) 505
__global__ void written(int *out) { __shared__ int a = 4; *out = a; }
//? cell 10:1:52: error: initialization is not supported for __shared__ variables
//?     1 | __global__ void written(int *out) { __shared__ int a = 4; *out = a; }
//?       |                                                    ^
__global__ void braces(int *out) { __shared__ Counter a{}; *out = a.count; }
//? cell 10:1:55: error: initialization is not supported for __shared__ variables
//?     1 | __global__ void braces(int *out) { __shared__ Counter a{}; *out = a.count; }
//?       |                                                       ^
template <class T> __global__ void late(int *out) { __shared__ T a = 4; *out = a; }
late<int><<<1, 1>>>(out);
//? cell 10:1:66: error: initialization is not supported for __shared__ variables
//?     1 | template <class T> __global__ void late(int *out) { __shared__ T a = 4; *out = a; }
//?       |                                                                  ^
__device__ Counter global;
//? cell 11:1:20: error: dynamic initialization is not supported for __device__, __constant__, __shared__, and __managed__ variables
//?     1 | __device__ Counter global;
//?       |                    ^~~~~~
__global__ void again(int *out) { struct Own { int x = 8; }; __shared__ Own first, second[2]; first.x = 1; second[1].x = 2; *out = first.x + second[1].x; }
//? cell 11:1:77: warning: no constructor or destructor of a `__shared__` variable runs: make `first` by hand, in one thread
//?     1 | __global__ void again(int *out) { struct Own { int x = 8; }; __shared__ Own first, second[2]; first.x = 1; second[1].x = 2; *out = first.x + second[1].x; }
//?       |                                                                             ^
//? cell 11:1:84: warning: no constructor or destructor of a `__shared__` variable runs: make `second` by hand, in one thread
//?     1 | __global__ void again(int *out) { struct Own { int x = 8; }; __shared__ Own first, second[2]; first.x = 1; second[1].x = 2; *out = first.x + second[1].x; }
//?       |                                                                                    ^
again<<<1, 1>>>(out); cudaDeviceSynchronize();
*out
//= (int) 3
