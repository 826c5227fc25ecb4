// What CUDA has and Chevron does not yet: each use is an error that names it, at compile time (functions of the host: each call in code that is generated).
#pragma once

#include "runtime_arrays.h"

#define __CHV_NO_CALL(group, name) cudaError_t name(...) __CHV_ABSENT_CALL("`" #name "` (" group ")");
#define __CHV_NO_TYPE(group, name) struct __CHV_ABSENT("`" #name "` (" group ")") name;
#define __CHV_NO_DEVICE(group, name)                                                                                   \
  template <class __T = int, class... __Arguments> __device__ __T name(__Arguments...) __CHV_ABSENT("`" #name "` (" group ")");

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#define __CHV_NO(name) __CHV_NO_TYPE("textures and arrays", name)
__CHV_NO(cudaTextureDesc)
__CHV_NO(cudaResourceDesc)
__CHV_NO(cudaResourceViewDesc)
__CHV_NO(textureReference)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("textures and arrays", name)
__CHV_NO(cudaCreateTextureObject)
__CHV_NO(cudaDestroyTextureObject)
__CHV_NO(cudaGetTextureObjectResourceDesc)
__CHV_NO(cudaGetTextureObjectTextureDesc)
__CHV_NO(cudaCreateSurfaceObject)
__CHV_NO(cudaDestroySurfaceObject)
__CHV_NO(cudaMalloc3DArray)
__CHV_NO(cudaMallocMipmappedArray)
__CHV_NO(cudaGetMipmappedArrayLevel)
__CHV_NO(cudaFreeMipmappedArray)
__CHV_NO(cudaMemcpyToArray)
__CHV_NO(cudaMemcpyFromArray)
__CHV_NO(cudaBindTexture)
__CHV_NO(cudaBindTexture2D)
__CHV_NO(cudaBindTextureToArray)
__CHV_NO(cudaUnbindTexture)
__CHV_NO(cudaDeviceGetTexture1DLinearMaxWidth)
#undef __CHV_NO
#define __CHV_NO(name) name __CHV_ABSENT("`" #name "` (textures and arrays)")
enum cudaTextureReadMode { __CHV_NO(cudaReadModeElementType), __CHV_NO(cudaReadModeNormalizedFloat) };
enum cudaTextureFilterMode { __CHV_NO(cudaFilterModePoint), __CHV_NO(cudaFilterModeLinear) };
enum cudaTextureAddressMode {
  __CHV_NO(cudaAddressModeWrap),
  __CHV_NO(cudaAddressModeClamp),
  __CHV_NO(cudaAddressModeMirror),
  __CHV_NO(cudaAddressModeBorder)
};
enum cudaResourceType {
  __CHV_NO(cudaResourceTypeArray),
  __CHV_NO(cudaResourceTypeMipmappedArray),
  __CHV_NO(cudaResourceTypeLinear),
  __CHV_NO(cudaResourceTypePitch2D)
};
enum cudaSurfaceBoundaryMode {
  __CHV_NO(cudaBoundaryModeZero),
  __CHV_NO(cudaBoundaryModeClamp),
  __CHV_NO(cudaBoundaryModeTrap)
};
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_DEVICE("textures", name)
__CHV_NO(tex1D)
__CHV_NO(tex1Dfetch)
__CHV_NO(tex1DLod)
__CHV_NO(tex1DGrad)
__CHV_NO(tex1DLayered)
__CHV_NO(tex2D)
__CHV_NO(tex2DLod)
__CHV_NO(tex2DGrad)
__CHV_NO(tex2DLayered)
__CHV_NO(tex2Dgather)
__CHV_NO(tex3D)
__CHV_NO(tex3DLod)
__CHV_NO(tex3DGrad)
__CHV_NO(texCubemap)
__CHV_NO(texCubemapLayered)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_DEVICE("surfaces", name)
__CHV_NO(surf1Dread)
__CHV_NO(surf1Dwrite)
__CHV_NO(surf2Dread)
__CHV_NO(surf2Dwrite)
__CHV_NO(surf2DLayeredread)
__CHV_NO(surf2DLayeredwrite)
__CHV_NO(surf3Dread)
__CHV_NO(surf3Dwrite)
#undef __CHV_NO

#define __CHV_NO(name) __CHV_NO_CALL("external memory and semaphores", name)
__CHV_NO(cudaImportExternalMemory)
__CHV_NO(cudaExternalMemoryGetMappedBuffer)
__CHV_NO(cudaDestroyExternalMemory)
__CHV_NO(cudaImportExternalSemaphore)
__CHV_NO(cudaSignalExternalSemaphoresAsync)
__CHV_NO(cudaWaitExternalSemaphoresAsync)
__CHV_NO(cudaDestroyExternalSemaphore)
__CHV_NO(cudaGraphAddExternalSemaphoresSignalNode)
__CHV_NO(cudaGraphAddExternalSemaphoresWaitNode)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("sharing between processes", name)
__CHV_NO(cudaIpcGetEventHandle)
__CHV_NO(cudaIpcOpenEventHandle)
__CHV_NO(cudaIpcGetMemHandle)
__CHV_NO(cudaIpcOpenMemHandle)
__CHV_NO(cudaIpcCloseMemHandle)
#define cudaIpcMemLazyEnablePeerAccess 0x01
__CHV_NO(cudaMemPoolExportToShareableHandle)
__CHV_NO(cudaMemPoolImportFromShareableHandle)
__CHV_NO(cudaMemPoolExportPointer)
__CHV_NO(cudaMemPoolImportPointer)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("graphics", name)
__CHV_NO(cudaGraphicsGLRegisterBuffer)
__CHV_NO(cudaGraphicsGLRegisterImage)
__CHV_NO(cudaGraphicsUnregisterResource)
__CHV_NO(cudaGraphicsMapResources)
__CHV_NO(cudaGraphicsUnmapResources)
__CHV_NO(cudaGraphicsResourceGetMappedPointer)
__CHV_NO(cudaGraphicsSubResourceGetMappedArray)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("thread block clusters", name)
__CHV_NO(cudaOccupancyMaxPotentialClusterSize)
__CHV_NO(cudaOccupancyMaxActiveClusters)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("loading of compiled code", name)
__CHV_NO(cudaLibraryLoadData)
__CHV_NO(cudaLibraryLoadFromFile)
__CHV_NO(cudaLibraryUnload)
__CHV_NO(cudaLibraryGetKernel)
__CHV_NO(cudaLibraryGetGlobal)
__CHV_NO(cudaGetKernel)
__CHV_NO(cudaGetFuncBySymbol)
__CHV_NO(cudaGetDriverEntryPoint)
__CHV_NO(cudaGetDriverEntryPointByVersion)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("conditional nodes of graphs", name)
__CHV_NO(cudaGraphConditionalHandleCreate)
#undef __CHV_NO
__CHV_NO_TYPE("conditional nodes of graphs", cudaConditionalNodeParams)
#define __CHV_NO(name) __CHV_NO_DEVICE("conditional nodes of graphs", name)
__CHV_NO(cudaGraphSetConditional)
#undef __CHV_NO
#define cudaGraphCondAssignDefault 1
typedef unsigned long long cudaGraphConditionalHandle __CHV_ABSENT("`cudaGraphConditionalHandle` (conditional nodes of graphs)");
#define __CHV_NO(name) name __CHV_ABSENT("`" #name "` (conditional nodes of graphs)")
enum cudaGraphConditionalNodeType {
  __CHV_NO(cudaGraphCondTypeIf),
  __CHV_NO(cudaGraphCondTypeWhile),
  __CHV_NO(cudaGraphCondTypeSwitch)
};
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("batched memory operations", name)
__CHV_NO(cudaMemcpyBatchAsync)
__CHV_NO(cudaMemcpy3DBatchAsync)
__CHV_NO(cudaMemPrefetchBatchAsync)
__CHV_NO(cudaMemDiscardBatchAsync)
#undef __CHV_NO

#define __CHV_NO(name) __CHV_NO_DEVICE("asynchronous copies", name)
__CHV_NO(__pipeline_memcpy_async)
__CHV_NO(__pipeline_commit)
__CHV_NO(__pipeline_wait_prior)
#undef __CHV_NO

#undef __CHV_NO_CALL
#undef __CHV_NO_TYPE
#undef __CHV_NO_DEVICE
