//# The block as a group: ranks, sizes, indices and the barrier.
//@ hip = true
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reverse(int *out) {
  __shared__ int s[24];
  cg::thread_block block = cg::this_thread_block();
  s[block.thread_rank()] = block.thread_index().x + 10 * block.thread_index().y + 100 * block.group_index().x;
  block.sync();
  out[block.group_index().x * 24 + block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
}
int *out; cudaMallocManaged(&out, 48 * 4);
reverse<<<2, dim3(6, 4)>>>(out);
printf("%d %d %d %d\n", out[0], out[1], out[23], out[24]);
//= 35 34 0 135
