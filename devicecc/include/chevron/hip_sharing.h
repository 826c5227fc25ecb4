// Memory and events of other processes under HIP's names, and what devices can do with each other's memory.
#pragma once

#include "hip_types.h"

#define HIP_IPC_HANDLE_SIZE CUDA_IPC_HANDLE_SIZE
typedef cudaIpcMemHandle_t hipIpcMemHandle_t;
typedef cudaIpcEventHandle_t hipIpcEventHandle_t;
__CHV_HIP(IpcGetMemHandle, (hipIpcMemHandle_t * __handle, void *__p), (__handle, __p))
__CHV_HIP(IpcOpenMemHandle, (void **__p, hipIpcMemHandle_t __handle, unsigned __flags), (__p, __handle, __flags))
__CHV_HIP(IpcCloseMemHandle, (void *__p), (__p))
__CHV_HIP(IpcGetEventHandle, (hipIpcEventHandle_t * __handle, hipEvent_t __event), (__handle, __event))
__CHV_HIP(IpcOpenEventHandle, (hipEvent_t * __event, hipIpcEventHandle_t __handle), (__event, __handle))

typedef cudaDeviceP2PAttr hipDeviceP2PAttr;
static constexpr hipDeviceP2PAttr hipDevP2PAttrPerformanceRank = cudaDevP2PAttrPerformanceRank;
static constexpr hipDeviceP2PAttr hipDevP2PAttrAccessSupported = cudaDevP2PAttrAccessSupported;
static constexpr hipDeviceP2PAttr hipDevP2PAttrNativeAtomicSupported = cudaDevP2PAttrNativeAtomicSupported;
static constexpr hipDeviceP2PAttr hipDevP2PAttrHipArrayAccessSupported = cudaDevP2PAttrCudaArrayAccessSupported;
__CHV_HIP(DeviceGetP2PAttribute, (int *__value, hipDeviceP2PAttr __which, int __from, int __to), (__value, __which, __from, __to))
