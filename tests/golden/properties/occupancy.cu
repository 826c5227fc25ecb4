//# Occupancy answers agree with each other: resident blocks fit the limits, the suggested block size is a multiple of the warp.
__global__ void k(float *p) { p[threadIdx.x] *= 2; }
cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
int blocks[4], i = 0; for (int threads : {32, 128, 256, 1024}) cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[i++], k, threads, 0);
blocks[0] >= blocks[1] && blocks[1] >= blocks[2] && blocks[2] >= blocks[3] && blocks[3] >= 1 && blocks[3] * 1024 <= p.maxThreadsPerMultiProcessor
//= (bool) true
int grid, block; cudaOccupancyMaxPotentialBlockSize(&grid, &block, k)
//= (cudaError_t) cudaSuccess
block % 32 == 0 && block >= 32 && block <= 1024 && grid >= p.multiProcessorCount
//= (bool) true
