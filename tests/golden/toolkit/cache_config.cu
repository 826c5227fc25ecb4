//# What a kernel would like its memory to be divided into can be said, for templates too, and outlives a redefinition.
//@ devices = ["toolkit"]
template <class T> __global__ void set(T *p, T v) { *p = v; }
int *p; cudaMallocManaged(&p, 4);
cudaFuncSetCacheConfig(set<int>, cudaFuncCachePreferL1)
//= (cudaError_t) cudaSuccess
cudaFuncAttributes facts; cudaFuncGetAttributes(&facts, set<int>); facts.preferredShmemCarveout
//= (int) 0
set<<<1, 1>>>(p, 5); cudaDeviceSynchronize(); *p
//= (int) 5
template <class T> __global__ void set(T *p, T v) { *p = v + 1; }
set<<<1, 1>>>(p, 5); cudaDeviceSynchronize(); cudaFuncGetAttributes(&facts, set<int>); facts.preferredShmemCarveout
//= (int) 0
cudaFuncSetCacheConfig(set<int>, (cudaFuncCache)7); cudaGetLastError(); *p
//= (int) 6
