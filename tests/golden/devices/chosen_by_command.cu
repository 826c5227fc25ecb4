//# `%device` chooses the device that threads begin with; programs still see all of them by their numbers.
//@ devices = ["cpu"]
//@ count = 2
%devices
//= cpu:0  Chevron CPU (AMD EPYC)  2 cores, 11.8 GiB, warps of 32
//= cpu:1  Chevron CPU (AMD EPYC)  2 cores, 11.8 GiB, warps of 32
//= executor: 58.9 MiB resident, 0 bytes device memory in use, 0 kernels, 0 variables
%device cpu:1
//? error: there is no command `%device`
//? hint: did you mean `%devices`?
int current() { int n = -1; cudaGetDevice(&n); return n; }
current()
//= (int) 0
__device__ int mine = 3;
__global__ void k() { mine += 1; }
k<<<1, 1>>>();
int value() { int v = -1; cudaMemcpyFromSymbol(&v, mine, sizeof v); return v; }
value()
//= (int) 4
cudaSetDevice(0); k<<<1, 1>>>(); k<<<1, 1>>>(); value()
//= (int) 6
%device cpu:2
//? error: there is no command `%device`
//? hint: did you mean `%devices`?
current()
//= (int) 0
%device cpu
//? error: there is no command `%device`
//? hint: did you mean `%devices`?
