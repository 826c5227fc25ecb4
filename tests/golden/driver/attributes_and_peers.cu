//# Attributes of streams, numbers of contexts, occupancy, rows of fills, and copies between contexts in the driver API.
#include <cuda.h>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
CUfunction function; cudaGetFuncBySymbol(&function, (void *)k);
CUstream one, two; cuStreamCreate(&one, 0); cuStreamCreate(&two, 0);
CUstreamAttrValue value = {}; value.syncPolicy = CU_SYNC_POLICY_SPIN; cuStreamSetAttribute(one, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value)
//= (CUresult) CUDA_SUCCESS
cuStreamCopyAttributes(two, one)
//= (CUresult) CUDA_SUCCESS
value.syncPolicy = CU_SYNC_POLICY_AUTO; cuStreamGetAttribute(two, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value); value.syncPolicy == CU_SYNC_POLICY_SPIN
//= (bool) true
CUcontext here, other; cuDevicePrimaryCtxRetain(&here, 0); cuCtxCreate(&other, nullptr, 0, 0); cuCtxPopCurrent(nullptr);
unsigned long long first = 0, second = 0; cuCtxGetId(here, &first); cuCtxGetId(other, &second)
//= (CUresult) CUDA_SUCCESS
first != second
//= (bool) true
int grid = 0, block = 0; cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 64)
//= (CUresult) CUDA_SUCCESS
grid > 0 && block == 64
//= (bool) true
cuOccupancyMaxPotentialBlockSize(&grid, nullptr, function, nullptr, 0, 0)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
size_t room = 0; cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 1, 32)
//= (CUresult) CUDA_SUCCESS
room > 1000
//= (bool) true
CUdeviceptr a, b; cuMemAlloc(&a, 64); cuMemAlloc(&b, 64); cuMemsetD32(a, 0, 16);
cuMemsetD2D16(a, 16, 9, 3, 4)
//= (CUresult) CUDA_SUCCESS
cuMemsetD2D8Async(a, 16, 5, 1, 4, one)
//= (CUresult) CUDA_SUCCESS
cuMemsetD2D32(a, 16, 77, 1, 1)
//= (CUresult) CUDA_SUCCESS
cuMemcpyPeer(b, other, a, here, 64)
//= (CUresult) CUDA_SUCCESS
short seen[32]; cuMemcpyDtoH(seen, b, 64); seen[0] * 1000 + seen[8]
//= (int) 77005
seen[10] * 10 + seen[11]
//= (int) 90
cuMemsetD2D32(a, 4, 1, 2, 2)
//= (CUresult) CUDA_ERROR_INVALID_VALUE
CUDA_MEMCPY3D_PEER peer = {}; peer.srcMemoryType = peer.dstMemoryType = CU_MEMORYTYPE_DEVICE; peer.srcDevice = a; peer.dstDevice = b;
peer.srcContext = here; peer.dstContext = other; peer.WidthInBytes = 8; peer.Height = peer.Depth = 1;
cuMemcpy3DPeer(&peer)
//= (CUresult) CUDA_SUCCESS
cuMemcpy3DPeerAsync(&peer, one)
//= (CUresult) CUDA_SUCCESS
peer.srcContext = nullptr; cuMemcpy3DPeer(&peer)
//= (CUresult) CUDA_SUCCESS
cuCtxEnablePeerAccess(other, 0)
//= (CUresult) CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
cuCtxDisablePeerAccess(other)
//= (CUresult) 705
int share = 1; cuDeviceGetExecAffinitySupport(&share, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0)
//= (CUresult) CUDA_SUCCESS
cuCtxSetFlags(CU_CTX_SCHED_SPIN)
//= (CUresult) CUDA_SUCCESS
cuCtxResetPersistingL2Cache()
//= (CUresult) CUDA_SUCCESS
