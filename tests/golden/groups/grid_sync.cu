//# A cooperative launch: `grid.sync()` lets every block see what all blocks wrote, round after round.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rounds(int *a, int *b, int count) {
  cg::grid_group grid = cg::this_grid();
  int n = grid.size(), i = grid.thread_rank();
  for (int round = 0; round < count; ++round) {
    b[i] = a[n - 1 - i] + a[(i + 1) % n];
    grid.sync();
    a[i] = b[i];
    grid.sync();
  }
}
int *a, *b, count = 3; cudaMallocManaged(&a, 256 * 4); cudaMallocManaged(&b, 256 * 4); for (int i = 0; i < 256; ++i) a[i] = i;
void *args[] = {&a, &b, &count};
cudaLaunchCooperativeKernel(rounds, dim3(4), dim3(64), args)
//= (cudaError_t) cudaSuccess
int expected[256], next[256]; for (int i = 0; i < 256; ++i) expected[i] = i;
for (int round = 0; round < 3; ++round) { for (int i = 0; i < 256; ++i) next[i] = expected[255 - i] + expected[(i + 1) % 256]; for (int i = 0; i < 256; ++i) expected[i] = next[i]; }
int wrong = 0; for (int i = 0; i < 256; ++i) wrong += a[i] != expected[i];
wrong
//= (int) 0
