//# A green context is a part of a GPU's multiprocessors: its streams are streams of the session, whose kernels and variables serve it too.
//@ devices = ["cuda"]
#include <cuda.h>
__device__ int seen;
__global__ void mark(int *p) { p[blockIdx.x] = blockIdx.x; if (threadIdx.x == 0) atomicAdd(&seen, 1); }
int *p; cudaMallocManaged(&p, 64 * sizeof(int));
CUdevResource all, part, rest; cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM)
//= (CUresult) CUDA_SUCCESS
unsigned groups = 1; cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 8)
//= (CUresult) CUDA_SUCCESS
groups == 1 && part.sm.smCount >= 8 && part.sm.smCount < all.sm.smCount
//= (bool) true
CUdevResourceDesc described; cuDevResourceGenerateDesc(&described, &part, 1)
//= (CUresult) CUDA_SUCCESS
CUgreenCtx green, of; cuGreenCtxCreate(&green, described, 0, CU_GREEN_CTX_DEFAULT_STREAM)
//= (CUresult) CUDA_SUCCESS
CUdevResource own; cuGreenCtxGetDevResource(green, &own, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS && own.sm.smCount == part.sm.smCount
//= (bool) true
CUstream stream; cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0)
//= (CUresult) CUDA_SUCCESS
cuStreamGetGreenCtx(stream, &of) == CUDA_SUCCESS && of == green
//= (bool) true
mark<<<64, 32, 0, stream>>>(p); cudaStreamSynchronize(stream)
//= (cudaError_t) cudaSuccess
int count; cudaMemcpyFromSymbol(&count, seen, sizeof count); p[63] == 63 && count == 64
//= (bool) true
cudaEvent_t event; cudaEventCreate(&event); cuGreenCtxRecordEvent(green, event) == CUDA_SUCCESS && cuGreenCtxWaitEvent(green, event) == CUDA_SUCCESS && cudaEventSynchronize(event) == cudaSuccess
//= (bool) true
CUcontext context; cuCtxGetCurrent(&context); if (!context) cuDevicePrimaryCtxRetain(&context, 0);
cuCtxGetDevResource(context, &own, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS && own.sm.smCount == all.sm.smCount
//= (bool) true
cudaStreamDestroy(stream); cuGreenCtxDestroy(green)
//= (CUresult) CUDA_SUCCESS
