//# The driver API launches clusters too, and tells how many run at once.
#include <cuda.h>
#include <cooperative_groups.h>
extern "C" __global__ void ranks(unsigned *out) { out[blockIdx.x] = cooperative_groups::this_cluster().block_rank(); }
unsigned *out; cudaMallocManaged(&out, 64); cudaFunction_t function; cudaGetFuncBySymbol(&function, (const void *)ranks);
CUlaunchConfig config = {}; config.gridDimX = 8; config.gridDimY = config.gridDimZ = 1; config.blockDimX = 32; config.blockDimY = config.blockDimZ = 1;
CUlaunchAttribute attribute[1]; attribute[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION; attribute[0].value.clusterDim.x = 4; attribute[0].value.clusterDim.y = attribute[0].value.clusterDim.z = 1; config.attrs = attribute; config.numAttrs = 1;
void *arguments[] = {&out}; cuLaunchKernelEx(&config, (CUfunction)function, arguments, nullptr)
//= (CUresult) CUDA_SUCCESS
cudaDeviceSynchronize(); out[3] == 3 && out[4] == 0 && out[7] == 3
//= (bool) true
int count; cuOccupancyMaxActiveClusters(&count, (CUfunction)function, &config) == CUDA_SUCCESS && count > 0
//= (bool) true
cuOccupancyMaxPotentialClusterSize(&count, (CUfunction)function, &config) == CUDA_SUCCESS && count >= 8
//= (bool) true
cuFuncGetAttribute(&count, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, (CUfunction)function) == CUDA_SUCCESS && count == 0
//= (bool) true
