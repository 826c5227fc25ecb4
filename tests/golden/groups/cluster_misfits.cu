//# A launch with attributes whose grid is not made of whole clusters, or whose cluster is too large, gives an error that the caller reads.
//@ devices = ["cpu", "cuda"]
//@ expected_failures = { toolkit = "there the cell tells of it as well: a stub's call cannot be told from the user's" }
__global__ void nothing() {}
cudaLaunchAttribute attribute[1]; attribute[0].id = cudaLaunchAttributeClusterDimension; attribute[0].val.clusterDim = {3, 2, 1};
cudaLaunchConfig_t config = {}; config.gridDim = dim3(6, 3); config.blockDim = 32; config.attrs = attribute; config.numAttrs = 1;
cudaLaunchKernelEx(&config, nothing)
//= (cudaError_t) cudaErrorInvalidClusterSize
attribute[0].val.clusterDim.y = 4; config.gridDim = dim3(6, 4); cudaLaunchKernelEx(&config, nothing)
//= (cudaError_t) cudaErrorInvalidClusterSize
config.gridDim = dim3(6, 4); attribute[0].val.clusterDim.y = 2; cudaLaunchKernelEx(&config, nothing)
//= (cudaError_t) cudaSuccess
