//# A kernel with a loop is drafted first: what depends on its code is told of the optimised code from the start, a graph follows to it, and both compute the same.
//@ devices = ["cuda"]
__managed__ int total;
__global__ void sum(int n) { int s = 0; for (int i = 0; i < 32; ++i) s += i * n; total += s; }
sum<<<1, 1>>>(1); cudaDeviceSynchronize(); total
//= (int) 496
__global__ void again(int n) { int s = 0; for (int i = 0; i < 32; ++i) s += i * n; total += s; }
cudaFuncAttributes first; cudaFuncGetAttributes(&first, again); int blocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, again, 64, 0);
cudaStream_t s; cudaStreamCreate(&s); cudaGraph_t g; cudaGraphExec_t x;
cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); sum<<<1, 1, 0, s>>>(1); cudaStreamEndCapture(s, &g); cudaGraphInstantiate(&x, g, 0);
cudaGraphLaunch(x, s); cudaStreamSynchronize(s); total
//= (int) 992
#include <unistd.h>
usleep(300000);
cudaGraphLaunch(x, s); cudaStreamSynchronize(s); total
//= (int) 1488
cudaFuncAttributes later; cudaFuncGetAttributes(&later, again); first.numRegs == later.numRegs
//= (bool) true
int now; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&now, again, 64, 0); now == blocks
//= (bool) true
