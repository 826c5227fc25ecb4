// Runtime API: errors, devices, streams, events, host functions, launches, function attributes, occupancy, peers.
// Implemented by the executor. Times in milliseconds where a float is given.
#pragma once

#include "runtime_types.h"

extern "C" {
__CHV_BOTH_SIDES cudaError_t cudaGetLastError(void);
__CHV_BOTH_SIDES cudaError_t cudaPeekAtLastError(void);
__CHV_BOTH_SIDES const char *cudaGetErrorName(cudaError_t __error);
__CHV_BOTH_SIDES const char *cudaGetErrorString(cudaError_t __error);

__CHV_BOTH_SIDES cudaError_t cudaGetDeviceCount(int *__count);
__CHV_BOTH_SIDES cudaError_t cudaGetDevice(int *__device);
cudaError_t cudaSetDevice(int __device);
cudaError_t cudaInitDevice(int __device, unsigned int __device_flags, unsigned int __flags);
cudaError_t cudaSetDeviceFlags(unsigned int __flags);
cudaError_t cudaGetDeviceFlags(unsigned int *__flags);
cudaError_t cudaSetValidDevices(int *__devices, int __count);
cudaError_t cudaChooseDevice(int *__device, const struct cudaDeviceProp *__properties);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *__properties, int __device);
__CHV_BOTH_SIDES cudaError_t cudaDeviceGetAttribute(int *__value, enum cudaDeviceAttr __attr, int __device);
cudaError_t cudaDeviceGetP2PAttribute(int *__value, enum cudaDeviceP2PAttr __attr, int __from, int __to);
cudaError_t cudaDeviceGetByPCIBusId(int *__device, const char *__bus_id);
cudaError_t cudaDeviceGetPCIBusId(char *__bus_id, int __length, int __device);
cudaError_t cudaDeviceReset(void);
__CHV_BOTH_SIDES cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit __limit, size_t __value);
__CHV_BOTH_SIDES cudaError_t cudaDeviceGetLimit(size_t *__value, enum cudaLimit __limit);
__CHV_BOTH_SIDES cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *__config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache __config);
__CHV_BOTH_SIDES cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *__config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig __config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *__least, int *__greatest);
cudaError_t cudaDeviceCanAccessPeer(int *__can, int __device, int __peer);
cudaError_t cudaDeviceEnablePeerAccess(int __peer, unsigned int __flags);
cudaError_t cudaDeviceDisablePeerAccess(int __peer);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaDriverGetVersion(int *__version);
__CHV_BOTH_SIDES cudaError_t cudaRuntimeGetVersion(int *__version);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

cudaError_t cudaStreamCreate(cudaStream_t *__stream);
__CHV_BOTH_SIDES cudaError_t cudaStreamCreateWithFlags(cudaStream_t *__stream, unsigned int __flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *__stream, unsigned int __flags, int __priority);
__CHV_BOTH_SIDES cudaError_t cudaStreamDestroy(cudaStream_t __stream);
cudaError_t cudaStreamGetPriority(cudaStream_t __stream, int *__priority);
cudaError_t cudaStreamGetFlags(cudaStream_t __stream, unsigned int *__flags);
cudaError_t cudaStreamGetId(cudaStream_t __stream, unsigned long long *__id);
cudaError_t cudaStreamGetDevice(cudaStream_t __stream, int *__device);
cudaError_t cudaStreamCopyAttributes(cudaStream_t __to, cudaStream_t __from);
cudaError_t cudaStreamGetAttribute(cudaStream_t __stream, cudaStreamAttrID __attr, cudaStreamAttrValue *__value);
cudaError_t cudaStreamSetAttribute(cudaStream_t __stream, cudaStreamAttrID __attr, const cudaStreamAttrValue *__value);
__CHV_BOTH_SIDES cudaError_t cudaStreamWaitEvent(cudaStream_t __stream, cudaEvent_t __event, unsigned int __flags = 0);
cudaError_t cudaStreamSynchronize(cudaStream_t __stream);
cudaError_t cudaStreamQuery(cudaStream_t __stream);
cudaError_t cudaStreamAddCallback(cudaStream_t __stream, cudaStreamCallback_t __callback, void *__user_data, unsigned int __flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t __stream, cudaHostFn_t __function, void *__user_data);

cudaError_t cudaEventCreate(cudaEvent_t *__event);
__CHV_BOTH_SIDES cudaError_t cudaEventCreateWithFlags(cudaEvent_t *__event, unsigned int __flags);
__CHV_BOTH_SIDES cudaError_t cudaEventRecord(cudaEvent_t __event, cudaStream_t __stream = 0);
__CHV_BOTH_SIDES cudaError_t cudaEventRecordWithFlags(cudaEvent_t __event, cudaStream_t __stream = 0, unsigned int __flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t __event);
cudaError_t cudaEventSynchronize(cudaEvent_t __event);
__CHV_BOTH_SIDES cudaError_t cudaEventDestroy(cudaEvent_t __event);
cudaError_t cudaEventElapsedTime(float *__milliseconds, cudaEvent_t __start, cudaEvent_t __end);

// The first two are what clang's kernel stubs call: names and signatures are fixed by the compiler.
unsigned __cudaPushCallConfiguration(dim3 __grid, dim3 __block_, size_t __shared_bytes = 0, cudaStream_t __stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *__grid, dim3 *__block_, size_t *__shared_bytes, void *__stream);
cudaError_t cudaLaunchKernel(const void *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0,
                             cudaStream_t __stream = 0);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *__config, const void *__kernel_, void **__args);
cudaError_t cudaLaunchCooperativeKernel(const void *__kernel_, dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0,
                                        cudaStream_t __stream = 0);

__CHV_BOTH_SIDES cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *__attributes, const void *__kernel_);
cudaError_t cudaFuncSetAttribute(const void *__kernel_, enum cudaFuncAttribute __attr, int __value);
cudaError_t cudaFuncSetCacheConfig(const void *__kernel_, enum cudaFuncCache __config);
cudaError_t cudaFuncSetSharedMemConfig(const void *__kernel_, enum cudaSharedMemConfig __config);
cudaError_t cudaFuncGetName(const char **__name, const void *__kernel_);
cudaError_t cudaFuncGetParamInfo(const void *__kernel_, size_t __index, size_t *__offset, size_t *__bytes);
__CHV_BOTH_SIDES cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, const void *__kernel_, int __block_threads,
                                                          size_t __shared_bytes);
__CHV_BOTH_SIDES cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, const void *__kernel_, int __block_threads,
                                                                   size_t __shared_bytes, unsigned int __flags);
cudaError_t cudaOccupancyMaxActiveClusters(int *__clusters, const void *__kernel_, const cudaLaunchConfig_t *__config);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *__size, const void *__kernel_, const cudaLaunchConfig_t *__config);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__bytes, const void *__kernel_, int __blocks, int __block_threads);
}
