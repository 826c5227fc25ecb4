// Driver API: functions by their names, as programs that are not linked with the driver ask for them.
#pragma once

#include <cstring>

#include "driver_arrays.h"
#include "driver_graph_nodes.h"
#include "driver_memory.h"
#include "driver_modules.h"
#include "driver_pools.h"
#include "driver_stream_values.h"
#include "driver_textures.h"
#include "driver_through.h"
#include "driver_virtual_memory.h"

typedef enum CUdriverProcAddress_flags_enum {
  CU_GET_PROC_ADDRESS_DEFAULT = 0, CU_GET_PROC_ADDRESS_LEGACY_STREAM = 1, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
} CUdriverProcAddress_flags;
typedef enum CUdriverProcAddressQueryResult_enum {
  CU_GET_PROC_ADDRESS_SUCCESS = 0, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} CUdriverProcAddressQueryResult;
enum cudaDriverEntryPointQueryResult {
  cudaDriverEntryPointSuccess = 0, cudaDriverEntryPointSymbolNotFound = 1, cudaDriverEntryPointVersionNotSufficent = 2
};
enum cudaGetDriverEntryPointFlags { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };

CUresult cuGetProcAddress(const char *__name, void **__function, int __version, cuuint64_t __flags, CUdriverProcAddressQueryResult *__status);

#define __CHV_EACH_DRIVER_FUNCTION(it) \
  it(cuArray3DCreate) it(cuArray3DGetDescriptor) it(cuArrayCreate) it(cuArrayDestroy) it(cuArrayGetDescriptor) it(cuArrayGetMemoryRequirements) \
  it(cuCtxGetDevResource) it(cuDevResourceGenerateDesc) it(cuDevSmResourceSplitByCount) it(cuDeviceGetDevResource) it(cuGreenCtxCreate) \
  it(cuGreenCtxDestroy) it(cuGreenCtxGetDevResource) it(cuGreenCtxRecordEvent) it(cuGreenCtxStreamCreate) it(cuGreenCtxWaitEvent) \
  it(cuStreamGetGreenCtx) it(cuArrayGetPlane) it(cuDeviceGetLuid) it(cuFlushGPUDirectRDMAWrites) it(cuFuncGetModule) it(cuFuncIsLoaded) it(cuFuncLoad) \
  it(cuKernelGetLibrary) it(cuLibraryGetManaged) it(cuLogsCurrent) it(cuLogsDumpToFile) it(cuLogsDumpToMemory) it(cuLogsRegisterCallback) \
  it(cuLogsUnregisterCallback) it(cuOccupancyMaxActiveClusters) it(cuOccupancyMaxPotentialClusterSize) it(cuTensorMapEncodeIm2col) \
  it(cuTensorMapEncodeIm2colWide) it(cuTensorMapEncodeTiled) it(cuTensorMapReplaceAddress) \
  it(cuCtxDestroy) it(cuCtxDisablePeerAccess) it(cuCtxEnablePeerAccess) it(cuCtxGetApiVersion) it(cuCtxGetCacheConfig) it(cuCtxGetCurrent) \
  it(cuCtxGetDevice) it(cuCtxGetFlags) it(cuCtxGetId) it(cuCtxGetLimit) it(cuCtxGetStreamPriorityRange) it(cuCtxPopCurrent) it(cuCtxPushCurrent) \
  it(cuCtxResetPersistingL2Cache) it(cuCtxSetCacheConfig) it(cuCtxSetCurrent) it(cuCtxSetFlags) it(cuCtxSetLimit) it(cuCtxSynchronize) \
  it(cuDeviceCanAccessPeer) it(cuDeviceGet) it(cuDeviceGetAttribute) it(cuDeviceGetByPCIBusId) it(cuDeviceGetCount) \
  it(cuDeviceGetDefaultMemPool) it(cuDeviceGetExecAffinitySupport) it(cuDeviceGetGraphMemAttribute) it(cuDeviceGetMemPool) it(cuDeviceGetName) \
  it(cuDeviceGetP2PAttribute) it(cuDeviceGetPCIBusId) it(cuDeviceGetTexture1DLinearMaxWidth) it(cuDeviceGetUuid) it(cuDeviceGraphMemTrim) \
  it(cuDevicePrimaryCtxGetState) it(cuDevicePrimaryCtxRelease) it(cuDevicePrimaryCtxReset) it(cuDevicePrimaryCtxRetain) \
  it(cuDevicePrimaryCtxSetFlags) it(cuDeviceSetGraphMemAttribute) it(cuDeviceSetMemPool) it(cuDeviceTotalMem) it(cuDriverGetVersion) \
  it(cuEventCreate) it(cuEventDestroy) it(cuEventElapsedTime) it(cuEventQuery) it(cuEventRecord) it(cuEventRecordWithFlags) \
  it(cuEventSynchronize) it(cuFuncGetAttribute) it(cuFuncGetName) it(cuFuncGetParamInfo) it(cuFuncSetAttribute) it(cuFuncSetCacheConfig) \
  it(cuGetErrorName) it(cuGetErrorString) it(cuGraphAddChildGraphNode) it(cuGraphAddDependencies) it(cuGraphAddEmptyNode) \
  it(cuGraphAddEventRecordNode) it(cuGraphAddEventWaitNode) it(cuGraphAddHostNode) it(cuGraphAddKernelNode) it(cuGraphAddMemAllocNode) \
  it(cuGraphAddMemFreeNode) it(cuGraphAddMemcpyNode) it(cuGraphAddMemsetNode) it(cuGraphAddNode) it(cuGraphChildGraphNodeGetGraph) \
  it(cuGraphClone) it(cuGraphConditionalHandleCreate) it(cuGraphCreate) it(cuGraphDebugDotPrint) it(cuGraphDestroy) it(cuGraphDestroyNode) \
  it(cuGraphEventRecordNodeGetEvent) it(cuGraphEventRecordNodeSetEvent) it(cuGraphEventWaitNodeGetEvent) it(cuGraphEventWaitNodeSetEvent) \
  it(cuGraphExecChildGraphNodeSetParams) it(cuGraphExecDestroy) it(cuGraphExecEventRecordNodeSetEvent) it(cuGraphExecEventWaitNodeSetEvent) \
  it(cuGraphExecGetFlags) it(cuGraphExecHostNodeSetParams) it(cuGraphExecKernelNodeSetParams) it(cuGraphExecMemcpyNodeSetParams) \
  it(cuGraphExecMemsetNodeSetParams) it(cuGraphExecNodeSetParams) it(cuGraphExecUpdate) it(cuGraphGetEdges) it(cuGraphGetNodes) \
  it(cuGraphGetRootNodes) it(cuGraphHostNodeGetParams) it(cuGraphHostNodeSetParams) it(cuGraphInstantiate) it(cuGraphInstantiateWithParams) \
  it(cuGraphKernelNodeCopyAttributes) it(cuGraphKernelNodeGetAttribute) it(cuGraphKernelNodeGetParams) it(cuGraphKernelNodeSetAttribute) \
  it(cuGraphKernelNodeSetParams) it(cuGraphLaunch) it(cuGraphMemAllocNodeGetParams) it(cuGraphMemFreeNodeGetParams) \
  it(cuGraphMemcpyNodeGetParams) it(cuGraphMemcpyNodeSetParams) it(cuGraphMemsetNodeGetParams) it(cuGraphMemsetNodeSetParams) \
  it(cuGraphNodeFindInClone) it(cuGraphNodeGetDependencies) it(cuGraphNodeGetDependentNodes) it(cuGraphNodeGetEnabled) it(cuGraphNodeGetType) \
  it(cuGraphNodeSetEnabled) it(cuGraphNodeSetParams) it(cuGraphReleaseUserObject) it(cuGraphRemoveDependencies) it(cuGraphRetainUserObject) \
  it(cuGraphUpload) it(cuInit) it(cuIpcCloseMemHandle) it(cuIpcGetEventHandle) it(cuIpcGetMemHandle) it(cuIpcOpenEventHandle) \
  it(cuIpcOpenMemHandle) it(cuKernelGetAttribute) it(cuKernelGetFunction) it(cuKernelGetName) it(cuKernelGetParamInfo) it(cuKernelSetAttribute) \
  it(cuKernelSetCacheConfig) it(cuLaunchCooperativeKernel) it(cuLaunchHostFunc) it(cuLaunchKernel) it(cuLaunchKernelEx) \
  it(cuLibraryEnumerateKernels) it(cuLibraryGetGlobal) it(cuLibraryGetKernel) it(cuLibraryGetKernelCount) it(cuLibraryGetModule) \
  it(cuLibraryLoadData) it(cuLibraryLoadFromFile) it(cuLibraryUnload) it(cuLinkAddData) it(cuLinkAddFile) it(cuLinkComplete) \
  it(cuLinkCreate) it(cuLinkDestroy) it(cuMemAddressFree) it(cuMemAddressReserve) it(cuMemAlloc) \
  it(cuMemAllocAsync) it(cuMemAllocFromPoolAsync) it(cuMemAllocHost) it(cuMemAllocManaged) it(cuMemAllocPitch) it(cuMemCreate) \
  it(cuMemDiscardAndPrefetchBatchAsync) it(cuMemDiscardBatchAsync) it(cuMemExportToShareableHandle) it(cuMemFree) it(cuMemFreeAsync) \
  it(cuMemFreeHost) it(cuMemGetAccess) it(cuMemGetAddressRange) it(cuMemGetAllocationGranularity) it(cuMemGetAllocationPropertiesFromHandle) \
  it(cuMemGetDefaultMemPool) it(cuMemPoolExportPointer) it(cuMemPoolExportToShareableHandle) it(cuMemPoolImportFromShareableHandle) \
  it(cuMemPoolImportPointer) it(cuMemGetInfo) it(cuMemGetMemPool) it(cuMemHostAlloc) it(cuMemHostGetDevicePointer) it(cuMemHostGetFlags) \
  it(cuMemHostRegister) it(cuMemHostUnregister) it(cuMemImportFromShareableHandle) it(cuMemMap) it(cuMemPoolCreate) it(cuMemPoolDestroy) \
  it(cuMemPoolGetAccess) it(cuMemPoolGetAttribute) it(cuMemPoolSetAccess) it(cuMemPoolSetAttribute) it(cuMemPoolTrimTo) \
  it(cuMemPrefetchBatchAsync) it(cuMemRangeGetAttribute) it(cuMemRangeGetAttributes) it(cuMemRelease) it(cuMemRetainAllocationHandle) \
  it(cuMemSetAccess) it(cuMemSetMemPool) it(cuMemUnmap) it(cuMemcpy) it(cuMemcpy2D) it(cuMemcpy2DAsync) it(cuMemcpy2DUnaligned) it(cuMemcpy3D) \
  it(cuMemcpy3DAsync) it(cuMemcpy3DBatchAsync) it(cuMemcpy3DPeer) it(cuMemcpy3DPeerAsync) it(cuMemcpyAsync) it(cuMemcpyAtoA) it(cuMemcpyAtoD) it(cuMemcpyAtoH) \
  it(cuMemcpyAtoHAsync) it(cuMemcpyDtoA) it(cuMemcpyDtoD) it(cuMemcpyDtoDAsync) it(cuMemcpyDtoH) it(cuMemcpyDtoHAsync) it(cuMemcpyHtoA) \
  it(cuMemcpyHtoAAsync) it(cuMemcpyHtoD) it(cuMemcpyHtoDAsync) it(cuMemcpyPeer) it(cuMemcpyPeerAsync) it(cuMemsetD16) it(cuMemsetD16Async) \
  it(cuMemsetD2D16) it(cuMemsetD2D16Async) it(cuMemsetD2D32) it(cuMemsetD2D32Async) it(cuMemsetD2D8) it(cuMemsetD2D8Async) it(cuMemsetD32) \
  it(cuMemsetD32Async) it(cuMemsetD8) it(cuMemsetD8Async) it(cuMipmappedArrayCreate) it(cuMipmappedArrayDestroy) it(cuMipmappedArrayGetLevel) \
  it(cuMipmappedArrayGetMemoryRequirements) it(cuModuleEnumerateFunctions) it(cuModuleGetFunction) it(cuModuleGetFunctionCount) \
  it(cuModuleGetGlobal) it(cuModuleGetLoadingMode) it(cuModuleLoad) it(cuModuleLoadData) it(cuModuleLoadDataEx) it(cuModuleLoadFatBinary) \
  it(cuModuleUnload) it(cuOccupancyAvailableDynamicSMemPerBlock) it(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
  it(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) it(cuOccupancyMaxPotentialBlockSize) it(cuOccupancyMaxPotentialBlockSizeWithFlags) \
  it(cuPointerGetAttribute) it(cuPointerGetAttributes) it(cuPointerSetAttribute) it(cuStreamAddCallback) it(cuStreamAttachMemAsync) \
  it(cuStreamBatchMemOp) it(cuStreamBeginCapture) it(cuStreamBeginCaptureToGraph) it(cuStreamCopyAttributes) it(cuStreamCreate) \
  it(cuStreamCreateWithPriority) it(cuStreamDestroy) it(cuStreamEndCapture) it(cuStreamGetAttribute) it(cuStreamGetCaptureInfo) \
  it(cuStreamGetCtx) it(cuStreamGetDevice) it(cuStreamGetFlags) it(cuStreamGetId) it(cuStreamGetPriority) it(cuStreamIsCapturing) \
  it(cuStreamQuery) it(cuStreamSetAttribute) it(cuStreamSynchronize) it(cuStreamUpdateCaptureDependencies) it(cuStreamWaitEvent) \
  it(cuStreamWaitValue32) it(cuStreamWaitValue64) it(cuStreamWriteValue32) it(cuStreamWriteValue64) it(cuSurfObjectCreate) \
  it(cuSurfObjectDestroy) it(cuSurfObjectGetResourceDesc) it(cuTexObjectCreate) it(cuTexObjectDestroy) it(cuTexObjectGetResourceDesc) \
  it(cuTexObjectGetResourceViewDesc) it(cuTexObjectGetTextureDesc) it(cuThreadExchangeStreamCaptureMode) it(cuUserObjectCreate) \
  it(cuUserObjectRelease) it(cuUserObjectRetain)

// Of a name that there are several forms of it is the form of the newest CUDA.
inline void *__chv_driver_function(const char *__name) {
  using __batch = CUresult (*)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, CUmemcpyAttributes *, size_t *, size_t, CUstream);
  using __create = CUresult (*)(CUcontext *, CUctxCreateParams *, unsigned, CUdevice);
  using __advise = CUresult (*)(CUdeviceptr, size_t, CUmem_advise, CUmemLocation);
  using __prefetch = CUresult (*)(CUdeviceptr, size_t, CUmemLocation, unsigned, CUstream);
  static const struct {
    const char *__name;
    void *__function;
  } __table[] = {
      {"cuCtxCreate", (void *)(__create)cuCtxCreate},
      {"cuGraphInstantiateWithFlags", (void *)cuGraphInstantiate},
      {"cuMemAdvise", (void *)(__advise)cuMemAdvise},
      {"cuMemPrefetchAsync", (void *)(__prefetch)cuMemPrefetchAsync},
      {"cuMemcpyBatchAsync", (void *)(__batch)cuMemcpyBatchAsync},
      {"cuGetProcAddress", (void *)cuGetProcAddress},
#define __CHV_ENTRY(name) {#name, (void *)name},
      __CHV_EACH_DRIVER_FUNCTION(__CHV_ENTRY)
#undef __CHV_ENTRY
  };
  for (const auto &__one : __table)
    if (!std::strcmp(__one.__name, __name)) return __one.__function;
  return nullptr;
}
inline CUresult cuGetProcAddress(const char *__name, void **__function, int __version, cuuint64_t __flags, CUdriverProcAddressQueryResult *__status) {
  int __newest = 0;
  if (!__name || !__function || __flags > 3) return CUDA_ERROR_INVALID_VALUE;
  *__function = nullptr;
  if (const cudaError_t __error = cudaDriverGetVersion(&__newest)) return (CUresult)__error;
  if (__version > __newest) return CUDA_ERROR_INVALID_VALUE;
  *__function = __chv_driver_function(__name);
  if (__status) *__status = *__function ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  // A name that is not there is told by the status and the null alone.
  return CUDA_SUCCESS;
}
// The runtime API's way to it: what is not found is told by the status alone.
inline cudaError_t cudaGetDriverEntryPointByVersion(const char *__name, void **__function, unsigned __version, unsigned long long __flags,
                                                    cudaDriverEntryPointQueryResult *__status = nullptr) {
  CUdriverProcAddressQueryResult __found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const CUresult __error = cuGetProcAddress(__name, __function, (int)__version, __flags, &__found);
  if (__status) *__status = (cudaDriverEntryPointQueryResult)__found;
  return (cudaError_t)__error;
}
inline cudaError_t cudaGetDriverEntryPoint(const char *__name, void **__function, unsigned long long __flags,
                                           cudaDriverEntryPointQueryResult *__status = nullptr) {
  return cudaGetDriverEntryPointByVersion(__name, __function, 0, __flags, __status);
}
