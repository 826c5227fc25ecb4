// HIP's functions by their names, as programs that are not linked with it ask for them.
#pragma once

#include <cstring>

#include "hip_contexts.h"
#include "hip_device.h"
#include "hip_driver_arrays.h"
#include "hip_driver_graphs.h"
#include "hip_driver_textures.h"
#include "hip_graphs.h"
#include "hip_legacy_launch.h"
#include "hip_libraries.h"
#include "hip_links.h"
#include "hip_memory.h"
#include "hip_modules.h"
#include "hip_pointers.h"
#include "hip_several_devices.h"
#include "hip_sharing.h"
#include "hip_values.h"
#include "hip_virtual_memory.h"

typedef enum hipDriverEntryPointQueryResult {
  hipDriverEntryPointSuccess = 0, hipDriverEntryPointSymbolNotFound = 1, hipDriverEntryPointVersionNotSufficent = 2
} hipDriverEntryPointQueryResult;
typedef enum hipDriverProcAddressQueryResult {
  HIP_GET_PROC_ADDRESS_SUCCESS = 0, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1, HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} hipDriverProcAddressQueryResult;

hipError_t hipGetProcAddress(const char *__name, void **__function, int __version, uint64_t __flags, hipDriverProcAddressQueryResult *__status);

#define __CHV_EACH_HIP_FUNCTION(it) \
  it(hipArray3DCreate) it(hipArray3DGetDescriptor) it(hipArrayCreate) it(hipArrayDestroy) it(hipArrayGetDescriptor) it(hipArrayGetInfo) \
  it(hipChooseDevice) it(hipConfigureCall) it(hipCreateSurfaceObject) it(hipCreateTextureObject) it(hipCtxCreate) it(hipCtxDestroy) \
  it(hipCtxDisablePeerAccess) it(hipCtxEnablePeerAccess) it(hipCtxGetApiVersion) it(hipCtxGetCacheConfig) it(hipCtxGetCurrent) \
  it(hipCtxGetDevice) it(hipCtxGetFlags) it(hipCtxGetSharedMemConfig) it(hipCtxPopCurrent) it(hipCtxPushCurrent) it(hipCtxSetCacheConfig) \
  it(hipCtxSetCurrent) it(hipCtxSetSharedMemConfig) it(hipCtxSynchronize) it(hipDestroySurfaceObject) it(hipDestroyTextureObject) \
  it(hipDeviceCanAccessPeer) it(hipDeviceComputeCapability) it(hipDeviceDisablePeerAccess) it(hipDeviceEnablePeerAccess) it(hipDeviceGet) \
  it(hipDeviceGetAttribute) it(hipDeviceGetByPCIBusId) it(hipDeviceGetCacheConfig) it(hipDeviceGetDefaultMemPool) \
  it(hipDeviceGetGraphMemAttribute) it(hipDeviceGetLimit) it(hipDeviceGetMemPool) it(hipDeviceGetName) it(hipDeviceGetP2PAttribute) \
  it(hipDeviceGetPCIBusId) it(hipDeviceGetSharedMemConfig) it(hipDeviceGetStreamPriorityRange) it(hipDeviceGetUuid) \
  it(hipDeviceGraphMemTrim) it(hipDevicePrimaryCtxGetState) it(hipDevicePrimaryCtxRelease) it(hipDevicePrimaryCtxReset) \
  it(hipDevicePrimaryCtxRetain) it(hipDevicePrimaryCtxSetFlags) it(hipDeviceReset) it(hipDeviceSetCacheConfig) \
  it(hipDeviceSetGraphMemAttribute) it(hipDeviceSetLimit) it(hipDeviceSetMemPool) it(hipDeviceSetSharedMemConfig) it(hipDeviceSynchronize) \
  it(hipDeviceTotalMem) it(hipDriverGetVersion) it(hipDrvGetErrorName) it(hipDrvGetErrorString) it(hipDrvGraphAddMemFreeNode) \
  it(hipDrvGraphAddMemcpyNode) it(hipDrvGraphAddMemsetNode) it(hipDrvGraphExecMemcpyNodeSetParams) it(hipDrvGraphExecMemsetNodeSetParams) \
  it(hipDrvGraphMemcpyNodeGetParams) it(hipDrvGraphMemcpyNodeSetParams) it(hipDrvMemcpy2DUnaligned) it(hipDrvMemcpy3D) \
  it(hipDrvMemcpy3DAsync) it(hipDrvPointerGetAttributes) it(hipEventCreate) it(hipEventCreateWithFlags) it(hipEventDestroy) \
  it(hipEventElapsedTime) it(hipEventQuery) it(hipEventRecord) it(hipEventSynchronize) it(hipExtGetLastError) it(hipExtHostAlloc) \
  it(hipExtLaunchKernel) it(hipExtLaunchMultiKernelMultiDevice) it(hipExtMallocWithFlags) it(hipFree) it(hipFreeArray) it(hipFreeAsync) \
  it(hipFreeHost) it(hipFreeMipmappedArray) it(hipFuncGetAttribute) it(hipGetChannelDesc) it(hipGetDevice) it(hipGetDeviceCount) \
  it(hipGetDeviceFlags) it(hipGetDeviceProperties) it(hipGetErrorName) it(hipGetErrorString) it(hipGetFuncBySymbol) it(hipGetLastError) \
  it(hipGetMipmappedArrayLevel) it(hipGetStreamDeviceId) it(hipGetTextureObjectResourceDesc) it(hipGetTextureObjectResourceViewDesc) \
  it(hipGetTextureObjectTextureDesc) it(hipGraphAddChildGraphNode) it(hipGraphAddDependencies) it(hipGraphAddEmptyNode) \
  it(hipGraphAddEventRecordNode) it(hipGraphAddEventWaitNode) it(hipGraphAddHostNode) it(hipGraphAddKernelNode) it(hipGraphAddMemAllocNode) \
  it(hipGraphAddMemFreeNode) it(hipGraphAddMemcpyNode) it(hipGraphAddMemcpyNode1D) it(hipGraphAddMemsetNode) it(hipGraphAddNode) \
  it(hipGraphChildGraphNodeGetGraph) it(hipGraphClone) it(hipGraphCreate) it(hipGraphDebugDotPrint) it(hipGraphDestroy) \
  it(hipGraphDestroyNode) it(hipGraphEventRecordNodeGetEvent) it(hipGraphEventRecordNodeSetEvent) it(hipGraphEventWaitNodeGetEvent) \
  it(hipGraphEventWaitNodeSetEvent) it(hipGraphExecChildGraphNodeSetParams) it(hipGraphExecDestroy) it(hipGraphExecEventRecordNodeSetEvent) \
  it(hipGraphExecEventWaitNodeSetEvent) it(hipGraphExecGetFlags) it(hipGraphExecHostNodeSetParams) it(hipGraphExecKernelNodeSetParams) \
  it(hipGraphExecMemcpyNodeSetParams) it(hipGraphExecMemcpyNodeSetParams1D) it(hipGraphExecMemsetNodeSetParams) \
  it(hipGraphExecNodeSetParams) it(hipGraphExecUpdate) it(hipGraphGetEdges) it(hipGraphGetNodes) it(hipGraphGetRootNodes) \
  it(hipGraphHostNodeGetParams) it(hipGraphHostNodeSetParams) it(hipGraphInstantiate) it(hipGraphInstantiateWithFlags) \
  it(hipGraphInstantiateWithParams) it(hipGraphKernelNodeCopyAttributes) it(hipGraphKernelNodeGetAttribute) it(hipGraphKernelNodeGetParams) \
  it(hipGraphKernelNodeSetAttribute) it(hipGraphKernelNodeSetParams) it(hipGraphLaunch) it(hipGraphMemAllocNodeGetParams) \
  it(hipGraphMemFreeNodeGetParams) it(hipGraphMemcpyNodeGetParams) it(hipGraphMemcpyNodeSetParams) it(hipGraphMemcpyNodeSetParams1D) \
  it(hipGraphMemsetNodeGetParams) it(hipGraphMemsetNodeSetParams) it(hipGraphNodeFindInClone) it(hipGraphNodeGetDependencies) \
  it(hipGraphNodeGetDependentNodes) it(hipGraphNodeGetEnabled) it(hipGraphNodeGetType) it(hipGraphNodeSetEnabled) it(hipGraphNodeSetParams) \
  it(hipGraphReleaseUserObject) it(hipGraphRemoveDependencies) it(hipGraphRetainUserObject) it(hipGraphUpload) it(hipHostFree) \
  it(hipHostGetDevicePointer) it(hipHostGetFlags) it(hipHostRegister) it(hipHostUnregister) it(hipInit) it(hipIpcCloseMemHandle) \
  it(hipIpcGetEventHandle) it(hipIpcGetMemHandle) it(hipIpcOpenEventHandle) it(hipIpcOpenMemHandle) it(hipKernelNameRef) \
  it(hipKernelNameRefByPtr) it(hipLaunchCooperativeKernelMultiDevice) it(hipLaunchHostFunc) it(hipLinkAddData) it(hipLinkAddFile) it(hipLinkComplete) \
  it(hipLinkCreate) it(hipLinkDestroy) it(hipMalloc3D) it(hipMalloc3DArray) \
  it(hipMallocArray) it(hipMallocMipmappedArray) it(hipMemAddressFree) it(hipMemAddressReserve) it(hipMemAdvise) it(hipMemAllocHost) \
  it(hipMemAllocPitch) it(hipMemCreate) it(hipMemExportToShareableHandle) it(hipMemGetAccess) it(hipMemGetAddressRange) \
  it(hipMemGetAllocationGranularity) it(hipMemGetAllocationPropertiesFromHandle) it(hipMemGetInfo) it(hipMemImportFromShareableHandle) \
  it(hipMemMap) it(hipMemPoolCreate) it(hipMemPoolDestroy) it(hipMemPoolGetAccess) it(hipMemPoolGetAttribute) it(hipMemPoolSetAccess) \
  it(hipMemPoolSetAttribute) it(hipMemPoolTrimTo) it(hipMemPrefetchAsync) it(hipMemPtrGetInfo) it(hipMemRangeGetAttribute) \
  it(hipMemRangeGetAttributes) it(hipMemRelease) it(hipMemRetainAllocationHandle) it(hipMemSetAccess) it(hipMemUnmap) it(hipMemcpy) \
  it(hipMemcpy2D) it(hipMemcpy2DArrayToArray) it(hipMemcpy2DAsync) it(hipMemcpy2DFromArray) it(hipMemcpy2DFromArrayAsync) \
  it(hipMemcpy2DToArray) it(hipMemcpy2DToArrayAsync) it(hipMemcpy3D) it(hipMemcpy3DAsync) it(hipMemcpyAsync) it(hipMemcpyAtoA) \
  it(hipMemcpyAtoD) it(hipMemcpyAtoH) it(hipMemcpyAtoHAsync) it(hipMemcpyDtoA) it(hipMemcpyDtoD) it(hipMemcpyDtoDAsync) it(hipMemcpyDtoH) \
  it(hipMemcpyDtoHAsync) it(hipMemcpyFromArray) it(hipMemcpyHtoA) it(hipMemcpyHtoAAsync) it(hipMemcpyHtoD) it(hipMemcpyHtoDAsync) \
  it(hipMemcpyParam2D) it(hipMemcpyParam2DAsync) it(hipMemcpyPeer) it(hipMemcpyPeerAsync) it(hipMemcpyToArray) it(hipMemcpyWithStream) \
  it(hipMemset) it(hipMemset2D) it(hipMemset2DAsync) it(hipMemset3D) it(hipMemset3DAsync) it(hipMemsetAsync) it(hipMemsetD16) \
  it(hipMemsetD16Async) it(hipMemsetD32) it(hipMemsetD32Async) it(hipMemsetD8) it(hipMemsetD8Async) it(hipMemsetD2D16) it(hipMemsetD2D16Async) it(hipMemsetD2D32) \
  it(hipMemsetD2D32Async) it(hipMemsetD2D8) it(hipMemsetD2D8Async) it(hipMemcpyBatchAsync) it(hipMemcpy3DBatchAsync) it(hipMipmappedArrayCreate) \
  it(hipMipmappedArrayDestroy) it(hipMipmappedArrayGetLevel) it(hipModuleGetFunction) it(hipModuleGetGlobal) \
  it(hipModuleLaunchCooperativeKernel) it(hipModuleLaunchCooperativeKernelMultiDevice) it(hipModuleLaunchKernel) it(hipModuleLoad) \
  it(hipModuleLoadData) it(hipModuleLoadDataEx) it(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor) \
  it(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) it(hipModuleOccupancyMaxPotentialBlockSize) \
  it(hipModuleOccupancyMaxPotentialBlockSizeWithFlags) it(hipModuleUnload) it(hipPeekAtLastError) it(hipPointerGetAttribute) \
  it(hipPointerGetAttributes) it(hipPointerSetAttribute) it(hipProfilerStart) it(hipProfilerStop) it(hipRuntimeGetVersion) it(hipSetDevice) \
  it(hipSetDeviceFlags) it(hipSetValidDevices) it(hipSetupArgument) it(hipStreamAddCallback) it(hipStreamAttachMemAsync) \
  it(hipStreamBatchMemOp) it(hipStreamBeginCapture) it(hipStreamBeginCaptureToGraph) it(hipStreamCreate) it(hipStreamCreateWithFlags) \
  it(hipStreamCreateWithPriority) it(hipStreamDestroy) it(hipStreamEndCapture) it(hipStreamGetCaptureInfo) it(hipStreamGetCaptureInfo_v2) \
  it(hipStreamGetDevice) it(hipStreamGetFlags) it(hipStreamGetPriority) it(hipStreamIsCapturing) it(hipStreamQuery) it(hipStreamSynchronize) \
  it(hipStreamUpdateCaptureDependencies) it(hipStreamWaitEvent) it(hipStreamWaitValue32) it(hipStreamWaitValue64) it(hipStreamWriteValue32) \
  it(hipStreamWriteValue64) it(hipTexObjectCreate) it(hipTexObjectDestroy) it(hipTexObjectGetResourceDesc) \
  it(hipTexObjectGetResourceViewDesc) it(hipTexObjectGetTextureDesc) it(hipThreadExchangeStreamCaptureMode) it(hipUserObjectCreate) \
  it(hipUserObjectRelease) it(hipUserObjectRetain)

// Those that C++ has in several forms, in C's.
#define __CHV_EACH_OVERLOADED_HIP_FUNCTION(it) \
  it(hipFuncGetAttributes, (hipFuncAttributes *, const void *)) it(hipFuncSetAttribute, (const void *, hipFuncAttribute, int)) \
  it(hipFuncSetCacheConfig, (const void *, hipFuncCache_t)) it(hipFuncSetSharedMemConfig, (const void *, hipSharedMemConfig)) \
  it(hipHostAlloc, (void **, size_t, unsigned)) it(hipHostMalloc, (void **, size_t, unsigned)) \
  it(hipLaunchCooperativeKernel, (const void *, dim3, dim3, void **, unsigned, hipStream_t)) \
  it(hipLaunchKernel, (const void *, dim3, dim3, void **, size_t, hipStream_t)) it(hipMalloc, (void **, size_t)) \
  it(hipMallocAsync, (void **, size_t, hipStream_t)) it(hipMallocFromPoolAsync, (void **, size_t, hipMemPool_t, hipStream_t)) \
  it(hipMallocHost, (void **, size_t)) it(hipMallocManaged, (void **, size_t, unsigned)) \
  it(hipMallocPitch, (void **, size_t *, size_t, size_t)) \
  it(hipOccupancyMaxActiveBlocksPerMultiprocessor, (int *, const void *, int, size_t)) \
  it(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int *, const void *, int, size_t, unsigned))

inline void *__chv_hip_function(const char *__name) {
  static const struct {
    const char *__name;
    void *__function;
  } __table[] = {
#define __CHV_ENTRY(name) {#name, (void *)name},
#define __CHV_TYPED_ENTRY(name, parameters) {#name, (void *)(hipError_t(*) parameters)name},
      __CHV_EACH_HIP_FUNCTION(__CHV_ENTRY) __CHV_EACH_OVERLOADED_HIP_FUNCTION(__CHV_TYPED_ENTRY) __CHV_ENTRY(hipGetProcAddress)
#undef __CHV_ENTRY
#undef __CHV_TYPED_ENTRY
  };
  for (const auto &__one : __table)
    if (!std::strcmp(__one.__name, __name)) return __one.__function;
  return nullptr;
}
// A name that is not there is an error in HIP; CUDA tells it by the status alone.
inline hipError_t hipGetProcAddress(const char *__name, void **__function, int __version, uint64_t __flags, hipDriverProcAddressQueryResult *__status) {
  if (!__name || !*__name || !__function || __flags > 2) return hipErrorInvalidValue;
  *__function = nullptr;
  if (__version > HIP_VERSION) {
    if (__status) *__status = HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    return hipErrorInvalidValue;
  }
  *__function = __chv_hip_function(__name);
  if (__status) *__status = *__function ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *__function ? hipSuccess : hipErrorInvalidValue;
}
inline hipError_t hipGetDriverEntryPoint(const char *__name, void **__function, unsigned long long __flags, hipDriverEntryPointQueryResult *__status) {
  hipDriverProcAddressQueryResult __found = HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const hipError_t __error = hipGetProcAddress(__name, __function, HIP_VERSION, __flags, &__found);
  if (__status) *__status = (hipDriverEntryPointQueryResult)__found;
  return __error;
}
