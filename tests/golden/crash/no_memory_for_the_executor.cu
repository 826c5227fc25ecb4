//# A limit that leaves the executor itself without memory is named in the one line that tells its end.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cstdlib>
#include <sys/resource.h>
int a = 5; void *kept;
rlimit limit{200 << 20, 200 << 20}; setrlimit(RLIMIT_AS, &limit)
//= (int) 0
while ((kept = malloc(1 << 12))); while ((kept = malloc(16)));
//? error: cell 5 ended the executor: killed by SIGABRT (abort: no memory left: the executor could not get 14 bytes)
//? note: cell 5 is taken back: all variables are as they were before it
a
//= (int) 5
__global__ void k(int *out) { *out = 1; }
int *out; cudaMallocManaged(&out, sizeof(int)); k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 1
