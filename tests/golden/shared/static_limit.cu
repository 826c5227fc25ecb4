//# A kernel with more static shared memory than ptxas takes is an error where it is defined; what it calls counts, and may be defined anew later.
__global__ void fits(int *out) { __shared__ int tile[12288]; tile[threadIdx.x] = 5; *out = tile[0]; }
__global__ void too_much(int *out) { __shared__ double tile[7000]; tile[threadIdx.x] = 5; *out = tile[0]; }
//? cell 2:1:17: error: kernel 'too_much' uses too much shared data (0xdac0 bytes, 0xc000 max)
//?     1 | __global__ void too_much(int *out) { __shared__ double tile[7000]; tile[threadIdx.x] = 5; *out = tile[0]; }
//?       |                 ^
//? cell 2:1:56: note: 'tile' takes 56000 bytes; `extern __shared__`, a launch's third argument and `cudaFuncSetAttribute` give more than 49152
//?     1 | __global__ void too_much(int *out) { __shared__ double tile[7000]; tile[threadIdx.x] = 5; *out = tile[0]; }
//?       |                                                        ^
__device__ int part(int i) { __shared__ int some[8192]; some[i] = i; return some[i]; }
__global__ void by_call(int *out) { __shared__ int more[8192]; more[threadIdx.x] = part(3); *out = more[0]; }
//? cell 3:1:17: error: kernel 'by_call' uses too much shared data (0x10000 bytes, 0xc000 max)
//?     1 | __global__ void by_call(int *out) { __shared__ int more[8192]; more[threadIdx.x] = part(3); *out = more[0]; }
//?       |                 ^
//? cell 3:1:52: note: 'more' takes 32768 bytes; `extern __shared__`, a launch's third argument and `cudaFuncSetAttribute` give more than 49152
//?     1 | __global__ void by_call(int *out) { __shared__ int more[8192]; more[threadIdx.x] = part(3); *out = more[0]; }
//?       |                                                    ^
template <int N> __global__ void sized(int *out) { __shared__ char all[N]; all[threadIdx.x] = 7; *out = all[0]; }
int *out, got; cudaMalloc(&out, 4);
fits<<<1, 1>>>(out); sized<49152><<<1, 1>>>(out); cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
got
//= (int) 7
sized<49153><<<1, 1>>>(out);
//? cell 3:1:34: error: kernel 'sized<49153>' uses too much shared data (0xc001 bytes, 0xc000 max)
//?     1 | template <int N> __global__ void sized(int *out) { __shared__ char all[N]; all[threadIdx.x] = 7; *out = all[0]; }
//?       |                                  ^
//? cell 3:1:68: note: 'all' takes 49153 bytes; `extern __shared__`, a launch's third argument and `cudaFuncSetAttribute` give more than 49152
//?     1 | template <int N> __global__ void sized(int *out) { __shared__ char all[N]; all[threadIdx.x] = 7; *out = all[0]; }
//?       |                                                                    ^
//? cell 7:1:1: note: in this instance of kernel template 'sized<49153>'
//?     1 | sized<49153><<<1, 1>>>(out);
//?       | ^
__global__ void never_used() { __shared__ int nobody[100000]; }
__device__ int grows(int i) { return i; }
__global__ void uses(int *out) { __shared__ int own[8192]; own[threadIdx.x] = grows(2); *out = own[0]; }
uses<<<1, 1>>>(out);
__device__ int grows(int i) { __shared__ int big[8192]; big[i] = i; return big[i]; }
uses<<<1, 1>>>(out);
//? error: cell 12: kernel `uses` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction
//?   it uses too much shared data (0x10000 bytes, 0xc000 max), that of the functions which it calls included
