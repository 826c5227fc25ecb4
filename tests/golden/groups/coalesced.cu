//# The active threads of a branch as a group: warp-aggregated atomics, one addition for all.
//@ hip = true
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int counter;
__device__ int take_ticket() {
  auto active = cg::coalesced_threads();
  int first;
  if (active.thread_rank() == 0) first = atomicAdd(&counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}
__global__ void filter(const int *in, int *out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v % 3 == 0) out[take_ticket()] = v;
}
int *in, *out; cudaMallocManaged(&in, 300 * 4); cudaMallocManaged(&out, 300 * 4); for (int i = 0; i < 300; ++i) in[i] = i;
filter<<<3, 100>>>(in, out);
int kept, sum = 0; cudaMemcpyFromSymbol(&kept, counter, 4); for (int i = 0; i < kept; ++i) sum += out[i];
printf("%d %d\n", kept, sum);
//= 100 14850
