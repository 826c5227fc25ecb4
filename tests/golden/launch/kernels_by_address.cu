//# A kernel whose address alone is taken has code: for attributes, occupancy, launches by address and nodes of graphs.
template <int N> __global__ void set(int *p) { *p = N; }
int *p; cudaMallocManaged(&p, sizeof(int)); void *arguments[] = {&p}; cudaFuncAttributes facts; int blocks;
cudaFuncGetAttributes(&facts, set<1>)
//= (cudaError_t) cudaSuccess
cudaFuncSetAttribute(set<2>, cudaFuncAttributePreferredSharedMemoryCarveout, 0)
//= (cudaError_t) cudaSuccess
cudaFuncSetCacheConfig(set<3>, cudaFuncCachePreferL1)
//= (cudaError_t) cudaSuccess
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set<4>, 32, 0)
//= (cudaError_t) cudaSuccess
cudaLaunchKernel((const void *)set<5>, 1, 1, arguments, 0, 0); cudaDeviceSynchronize(); *p
//= (int) 5
cudaLaunchCooperativeKernel((const void *)set<6>, 1, 1, arguments, 0, 0); cudaDeviceSynchronize(); *p
//= (int) 6
cudaGraph_t graph; cudaGraphCreate(&graph, 0); cudaGraphNode_t node; cudaKernelNodeParams params{};
params.func = (void *)set<7>; params.gridDim = 1; params.blockDim = 1; params.kernelParams = arguments;
cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params)
//= (cudaError_t) cudaSuccess
cudaGraphExec_t exec; cudaGraphInstantiate(&exec, graph, 0); cudaGraphLaunch(exec, 0); cudaDeviceSynchronize(); *p
//= (int) 7
