//# A second Ctrl-C ends the executor at once: the session goes on with all definitions.
//@ flags = ["--checkpoint=off"]
#include <unistd.h>
struct Stubborn { ~Stubborn() { for (;;) pause(); } };
int x = 5;
__device__ int twice(int x) { return 2 * x; }
{ Stubborn local; sleep(100); };;
//! interrupt after 200 ms
//! interrupt after 100 ms
//? error: cell 5 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`
__global__ void k(int *p) { *p = twice(4); }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p); cudaDeviceSynchronize()
//= (cudaError_t) cudaSuccess
*p
//= (int) 8
