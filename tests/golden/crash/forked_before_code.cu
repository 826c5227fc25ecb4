//# A child that is forked while a kernel is still being compiled has its code all the same.
//@ devices = ["cpu"]
#include <sys/wait.h>
#include <unistd.h>
unsigned *p; cudaMallocManaged(&p, 4);
template <int N> __device__ unsigned mixed(unsigned x) { return mixed<N - 1>(x * 1664525u + N) ^ mixed<N - 2>(x + N); }
template <> __device__ unsigned mixed<1>(unsigned x) { return x; }
template <> __device__ unsigned mixed<0>(unsigned x) { return 1; }
__global__ void slow(unsigned *p) { *p = mixed<17>(*p); }
pid_t child = fork(); if (child == 0) { *p = 7; slow<<<1, 1>>>(p); _exit(cudaDeviceSynchronize() ? 1 : 7); }
int status; waitpid(child, &status, 0); WEXITSTATUS(status)
//= (int) 7
