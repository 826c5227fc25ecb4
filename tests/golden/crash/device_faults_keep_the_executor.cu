//# What device code does wrong ends its launch and nothing else: variables keep their values.
//@ devices = ["cpu"]
#include <cassert>
int host = 1;
__device__ int on_device = 2;
__global__ void write(int *p) { *p = on_device; }
__global__ void check(int x) { assert(x > 0); }
__global__ void stop() { __trap(); }
host = 10;
write<<<1, 1>>>((int *)16);
//? error: cell 8: kernel `write` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x10
//?   at cell 4:1 in `write`
check<<<1, 1>>>(-1);
//? cell 5:1: void check(int): block: [0,0,0], thread: [0,0,0] Assertion `x > 0` failed.
//? error: cell 9: kernel `check` <<<(1,1,1), (1,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (0,0,0)
//?   cell 5:1: void check(int): block: [0,0,0], thread: [0,0,0] Assertion `x > 0` failed.
stop<<<1, 1>>>();
//? error: cell 10: kernel `stop` <<<(1,1,1), (1,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   the kernel executed a trap
//?   at cell 6:1 in `stop`
host
//= (int) 10
int *p; cudaMallocManaged(&p, sizeof(int)); write<<<1, 1>>>(p);
*p
//= (int) 2
