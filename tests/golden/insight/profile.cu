//# `%profile` tells what the CPU device did in a cell, by its own counters: kernels and how they ran, copies, fills, gaps, a file for Chrome.
//@ devices = ["cpu"]
//@ tier = "regions"
//@ mistakes = true
__global__ void add(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }
template <class T> __global__ void turn(T *p) {
  __shared__ T tile[64];
  tile[threadIdx.x] = p[threadIdx.x]; __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
}
#include <unistd.h>
float *p; cudaMalloc(&p, 4 << 20); static float host[1 << 20];
cudaStream_t stream; cudaStreamCreate(&stream);
add<<<4, 256>>>(p, 1024); turn<<<1, 64, 0, stream>>>(p);;
//! rest 200 ms
%profile add<<<4, 256>>>(p, 1024); add<<<4, 256>>>(p, 1024);
//= measured by the device's own counters
//= … ms from the first start to the last end, busy … % of it
//= kernel              calls     total      mean       min       max   share  blocks x threads
//= add                     2 … ms … ms … ms … ms … %  4 x 256, plain loops
//= 1 gap, … ms before `add`
//= default stream, kernels  █…
%%profile -o trace.json
{
  cudaMemcpy(p, host, 4 << 20, cudaMemcpyHostToDevice);
  usleep(20000);
  turn<<<1, 64, 0, stream>>>(p);
  cudaStreamSynchronize(stream);
  cudaMemset(p, 0, 64);
  cudaMemcpy(host, p, 65536, cudaMemcpyDeviceToHost);
}
//= measured by the device's own counters
//= … ms from the first start to the last end, busy … % of it
//= kernel              calls     total      mean       min       max   share  blocks x threads
//= turn<float>             1 … ms … ms … ms … ms … %  1 x 64, loops between barriers
//= copies and fills    calls     total      mean        rate   share  bytes
//= host to device          1 … ms … ms … GB/s … %  4194304
//= device to host          1 … ms … ms … GB/s … %  65536
//= fill                    1 … ms … ms … GB/s … %  64
//= 3 gaps, … ms in all; the longest is … ms before `turn<float>`
//= default stream, copies  █…
//= stream 1, kernels       █…
//? note: `trace.json` is written, for `chrome://tracing` or https://ui.perfetto.dev
!grep -o '"cat":"[a-z]*"' trace.json | sort | uniq -c
//=       2 "cat":"copy"
//=       1 "cat":"fill"
//=       1 "cat":"kernel"
%profile 1 + 1
//= (int) 2
//= measured by the device's own counters
//= the device did nothing
%profile
//? error: usage: `%profile [-o FILE|--memory] CODE, or %%profile [-o FILE|--memory] and the cell on the lines below`
%profile add<<<1, 1>>>(nothing, 1);
//? cell 10:1:15: error: use of undeclared identifier 'nothing'
//?     1 | add<<<1, 1>>>(nothing, 1);
//?       |               ^~~~~~~
%profile *(volatile int *)nullptr = 1;
//? error: cell 10 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 10:1
//? note: cell 10 is taken back: all variables are as they were before it
%profile -o no/such/folder.json add<<<1, 1>>>(p, 1);
//= measured by the device's own counters
//= … ms from the first start to the last end, busy … % of it
//= kernel              calls     total      mean       min       max   share  blocks x threads
//= add                     1 … ms … ms … ms … ms … %  1 x 1, plain loops
//= no gaps
//= default stream, kernels  █…
//? error: `no/such/folder.json` cannot be written: No such file or directory (os error 2)
