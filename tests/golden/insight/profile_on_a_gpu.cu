//# On an NVIDIA GPU `%profile` says whether CUPTI or events have measured, and tells kernels, copies, fills and gaps.
//@ devices = ["cuda"]
__global__ void add(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += 1; }
float *p; cudaMalloc(&p, 4 << 20); static float host[1 << 20];
add<<<4, 256>>>(p, 1024);
%profile add<<<4, 256>>>(p, 1024);
//= measured by CUPTI or events
//= … ms from the first start to the last end, busy … % of it
//= kernel              calls     total      mean       min       max   share  blocks x threads
//= add                     1 … ms … ms … ms … ms … %  4 x 256
//= no gaps
//= default stream, kernels  █…
%%profile -o trace.json
{
  cudaMemcpy(p, host, 4 << 20, cudaMemcpyHostToDevice);
  add<<<4, 256>>>(p, 1024);
  cudaMemset(p, 0, 64);
  cudaMemset(p, 0, 64);
}
//= measured by CUPTI or events
//= … ms from the first start to the last end, busy … % of it
//= kernel              calls     total      mean       min       max   share  blocks x threads
//= add                     1 … ms … ms … ms … ms … %  4 x 256
//= copies and fills    calls     total      mean        rate   share  bytes
//= host to device          1 … ms … ms … GB/s … %  4194304
//= fill                    2 … ms … ms … GB/s … %  128
//= 3 gaps, … ms in all; the longest is … ms before `add`
//= default stream, kernels  █…
//= default stream, copies   █…
//? note: `trace.json` is written, for `chrome://tracing` or https://ui.perfetto.dev
!grep -o '"cat":"[a-z]*"' trace.json | sort | uniq -c
//=       1 "cat":"copy"
//=       2 "cat":"fill"
//=       1 "cat":"kernel"
