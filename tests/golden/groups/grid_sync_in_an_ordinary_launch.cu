//# `grid.sync()` in a launch that is not cooperative is undefined in CUDA: here it is an error that says what to call.
//@ devices = ["cpu"]
//@ mistakes = true
#include <cooperative_groups.h>
__global__ void sync_all() { cooperative_groups::this_grid().sync(); }
sync_all<<<1, 32>>>();
//? error: cell 3: kernel `sync_all` <<<(1,1,1), (32,1,1)>>>: cudaErrorLaunchFailure at block (0,0,0), thread (0,0,0)
//?   `grid.sync()` in an ordinary launch; use `cudaLaunchCooperativeKernel` at cell 2 line 1
cudaLaunchCooperativeKernel(sync_all, dim3(2), dim3(32), nullptr)
//= (cudaError_t) cudaSuccess
