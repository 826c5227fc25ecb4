// What HIP has and Chevron does not yet: each use is an error that names it, at compile time.
#pragma once

#include "hip_types.h"

#define __CHV_NO(group, name) hipError_t name(...) __CHV_ABSENT_CALL("`" #name "` (" group ")");
__CHV_NO("textures and arrays", hipBindTexture)
__CHV_NO("textures and arrays", hipUnbindTexture)
__CHV_NO("launches on several devices at once", hipLaunchCooperativeKernelMultiDevice)
__CHV_NO("launches on several devices at once", hipExtLaunchMultiKernelMultiDevice)
__CHV_NO("sparse arrays", hipMemMapArrayAsync)
__CHV_NO("streams on a part of the device", hipExtStreamCreateWithCUMask)
__CHV_NO("textures and arrays", hipGetTextureAlignmentOffset)
__CHV_NO("textures and arrays", hipBindTexture2D)
__CHV_NO("textures and arrays", hipBindTextureToArray)
__CHV_NO("textures and arrays", hipTexObjectCreate)
__CHV_NO("textures and arrays", hipTexObjectDestroy)
__CHV_NO("loading of compiled code", hipModuleGetTexRef)
__CHV_NO("loading of compiled code", hipModuleLaunchCooperativeKernelMultiDevice)
__CHV_NO("loading of compiled code", hipGetProcAddress)
__CHV_NO("memory operations in streams", hipStreamBatchMemOp)
__CHV_NO("streams on a part of the device", hipExtStreamGetCUMask)
__CHV_NO("links between devices", hipExtGetLinkTypeAndHopCount)
__CHV_NO("sharing between processes", hipMemPoolExportToShareableHandle)
__CHV_NO("sharing between processes", hipMemPoolImportFromShareableHandle)
__CHV_NO("sharing between processes", hipMemPoolExportPointer)
__CHV_NO("sharing between processes", hipMemPoolImportPointer)
__CHV_NO("external memory and semaphores", hipImportExternalMemory)
__CHV_NO("external memory and semaphores", hipExternalMemoryGetMappedBuffer)
__CHV_NO("external memory and semaphores", hipDestroyExternalMemory)
__CHV_NO("external memory and semaphores", hipImportExternalSemaphore)
__CHV_NO("external memory and semaphores", hipSignalExternalSemaphoresAsync)
__CHV_NO("external memory and semaphores", hipWaitExternalSemaphoresAsync)
__CHV_NO("external memory and semaphores", hipDestroyExternalSemaphore)
#undef __CHV_NO

// Types: declared, so that a program that uses one is told this and not a list of what follows from it.
#define __CHV_NO(group, name) struct __CHV_ABSENT("`" #name "` (" group ")") name;
__CHV_NO("launches on several devices at once", hipLaunchParams)
#undef __CHV_NO
