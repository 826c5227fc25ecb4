// What CUDA has and Chevron does not yet: each use is an error that names it, at compile time (functions of the host: each call in code that is generated).
#pragma once

#include "texture_objects.h"

#define __CHV_NO_CALL(group, name) cudaError_t name(...) __CHV_ABSENT_CALL("`" #name "` (" group ")");
#define __CHV_NO_DEVICE(group, name)                                                                                   \
  template <class __T = int, class... __Arguments> __device__ __T name(__Arguments...) __CHV_ABSENT("`" #name "` (" group ")");

// The header of the driver API has these.
#define __CHV_NEEDS(name) cudaError_t name(...) __attribute__((__error__("`" #name "` is not in Chevron without `#include <cuda.h>` before it")));
__CHV_NEEDS(cudaGetDriverEntryPoint)
__CHV_NEEDS(cudaGetDriverEntryPointByVersion)
#undef __CHV_NEEDS
#define __CHV_NO(name) __CHV_NO_CALL("CUDA 12 took it away: `cudaCreateTextureObject` is there", name)
__CHV_NO(cudaBindTexture)
__CHV_NO(cudaBindTexture2D)
__CHV_NO(cudaBindTextureToArray)
__CHV_NO(cudaUnbindTexture)
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
#define __CHV_NO(name) __CHV_NO_CALL("graphics", name)
__CHV_NO(cudaGraphicsGLRegisterBuffer)
__CHV_NO(cudaGraphicsGLRegisterImage)
__CHV_NO(cudaGraphicsUnregisterResource)
__CHV_NO(cudaGraphicsMapResources)
__CHV_NO(cudaGraphicsUnmapResources)
__CHV_NO(cudaGraphicsResourceGetMappedPointer)
__CHV_NO(cudaGraphicsSubResourceGetMappedArray)
#undef __CHV_NO
#ifndef __CHV_LAUNCHES__
#define __CHV_NO(name) __CHV_NO_DEVICE("conditional nodes of graphs, for AMD GPUs", name)
__CHV_NO(cudaGraphSetConditional)
#undef __CHV_NO
#endif

#define __CHV_NO(name) __CHV_NO_CALL("sparse and planar arrays", name)
__CHV_NO(cudaArrayGetSparseProperties)
__CHV_NO(cudaMipmappedArrayGetMemoryRequirements)
__CHV_NO(cudaMipmappedArrayGetSparseProperties)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("external memory and semaphores", name)
__CHV_NO(cudaExternalMemoryGetMappedMipmappedArray)
__CHV_NO(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
__CHV_NO(cudaGraphExternalSemaphoresSignalNodeGetParams)
__CHV_NO(cudaGraphExternalSemaphoresSignalNodeSetParams)
__CHV_NO(cudaGraphExecExternalSemaphoresWaitNodeSetParams)
__CHV_NO(cudaGraphExternalSemaphoresWaitNodeGetParams)
__CHV_NO(cudaGraphExternalSemaphoresWaitNodeSetParams)
__CHV_NO(cudaDeviceGetNvSciSyncAttributes)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("graphics", name)
__CHV_NO(cudaGraphicsResourceGetMappedMipmappedArray)
__CHV_NO(cudaGraphicsResourceSetMapFlags)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("atomics between devices", name)
__CHV_NO(cudaDeviceGetHostAtomicCapabilities)
__CHV_NO(cudaDeviceGetP2PAtomicCapabilities)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("notifications and logs of the driver", name)
__CHV_NO(cudaDeviceRegisterAsyncNotification)
__CHV_NO(cudaDeviceUnregisterAsyncNotification)
__CHV_NO(cudaGetExportTable)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_CALL("loading of compiled code", name)
__CHV_NO(cudaLibraryGetUnifiedFunction)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_DEVICE("thread block clusters", name)
__CHV_NO(__cluster_map_shared_multicast)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_DEVICE("addresses of constant and local memory", name)
__CHV_NO(__cvta_constant_to_generic)
__CHV_NO(__cvta_generic_to_constant)
__CHV_NO(__cvta_generic_to_grid_constant)
__CHV_NO(__cvta_generic_to_local)
__CHV_NO(__cvta_grid_constant_to_generic)
__CHV_NO(__cvta_local_to_generic)
#undef __CHV_NO
#define __CHV_NO(name) __CHV_NO_DEVICE("profiler triggers", name)
__CHV_NO(__pm0)
__CHV_NO(__pm1)
__CHV_NO(__pm2)
__CHV_NO(__pm3)
#undef __CHV_NO

#undef __CHV_NO_CALL
#undef __CHV_NO_DEVICE
