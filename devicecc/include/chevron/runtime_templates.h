// C++ forms of the runtime API: typed allocation, symbols by reference, kernels by their own type, occupancy searches.
#pragma once

#include "../cuda_runtime_api.h"

#include <utility>

#define __CHV_HOST static inline __host__
// Of what device code can call too, where kernels launch kernels.
#ifdef __CHV_LAUNCHES__
#include "device_runtime.h"
#define __CHV_EITHER static inline __host__ __device__
#else
#define __CHV_EITHER __CHV_HOST
#endif

template <class __T> __CHV_EITHER cudaError_t cudaMalloc(__T **__ptr, size_t __bytes) { return cudaMalloc((void **)__ptr, __bytes); }
template <class __T> __CHV_HOST cudaError_t cudaMallocHost(__T **__ptr, size_t __bytes, unsigned __flags = 0) {
  return cudaHostAlloc((void **)__ptr, __bytes, __flags);
}
__CHV_HOST cudaError_t cudaMallocHost(void **__ptr, size_t __bytes, unsigned __flags) { return cudaHostAlloc(__ptr, __bytes, __flags); }
template <class __T> __CHV_HOST cudaError_t cudaHostAlloc(__T **__ptr, size_t __bytes, unsigned __flags) {
  return cudaHostAlloc((void **)__ptr, __bytes, __flags);
}
template <class __T> __CHV_HOST cudaError_t cudaHostGetDevicePointer(__T **__device, void *__host, unsigned __flags) {
  return cudaHostGetDevicePointer((void **)__device, __host, __flags);
}
template <class __T>
__CHV_HOST cudaError_t cudaMallocManaged(__T **__ptr, size_t __bytes, unsigned __flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)__ptr, __bytes, __flags);
}
template <class __T> __CHV_HOST cudaError_t cudaMallocPitch(__T **__ptr, size_t *__pitch, size_t __width, size_t __height) {
  return cudaMallocPitch((void **)__ptr, __pitch, __width, __height);
}
template <class __T> __CHV_HOST cudaError_t cudaMallocAsync(__T **__ptr, size_t __bytes, cudaStream_t __stream) {
  return cudaMallocAsync((void **)__ptr, __bytes, __stream);
}
template <class __T> __CHV_HOST cudaError_t cudaMallocAsync(__T **__ptr, size_t __bytes, cudaMemPool_t __pool, cudaStream_t __stream) {
  return cudaMallocFromPoolAsync((void **)__ptr, __bytes, __pool, __stream);
}
template <class __T>
__CHV_HOST cudaError_t cudaMallocFromPoolAsync(__T **__ptr, size_t __bytes, cudaMemPool_t __pool, cudaStream_t __stream) {
  return cudaMallocFromPoolAsync((void **)__ptr, __bytes, __pool, __stream);
}
template <class __T>
__CHV_HOST cudaError_t cudaStreamAttachMemAsync(cudaStream_t __stream, __T *__ptr, size_t __bytes = 0,
                                                unsigned __flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(__stream, (void *)__ptr, __bytes, __flags);
}
__CHV_HOST cudaError_t cudaEventCreate(cudaEvent_t *__event, unsigned __flags) { return cudaEventCreateWithFlags(__event, __flags); }

// A kernel of the session is a `CUfunction` and a `CUkernel` by its name: both are the address of its stub.
__CHV_HOST cudaError_t __chv_stub_of(const void *__symbol) {
  cudaFuncAttributes __attributes;
  return __symbol ? cudaFuncGetAttributes(&__attributes, __symbol) : cudaErrorInvalidDeviceFunction;
}
__CHV_HOST cudaError_t cudaGetFuncBySymbol(cudaFunction_t *__function, const void *__symbol) {
  if (!__function) return cudaErrorInvalidValue;
  const cudaError_t __error = __chv_stub_of(__symbol);
  *__function = __error ? nullptr : (cudaFunction_t)__symbol;
  return __error;
}
__CHV_HOST cudaError_t cudaGetKernel(cudaKernel_t *__kernel_, const void *__symbol) {
  if (!__kernel_) return cudaErrorInvalidValue;
  const cudaError_t __error = __chv_stub_of(__symbol);
  *__kernel_ = __error ? nullptr : (cudaKernel_t)__symbol;
  return __error;
}
template <class __R, class... __A> __CHV_HOST cudaError_t cudaGetFuncBySymbol(cudaFunction_t *__function, __R (*__symbol)(__A...)) {
  return cudaGetFuncBySymbol(__function, (const void *)__symbol);
}
template <class __R, class... __A> __CHV_HOST cudaError_t cudaGetKernel(cudaKernel_t *__kernel_, __R (*__symbol)(__A...)) {
  return cudaGetKernel(__kernel_, (const void *)__symbol);
}
// Names CUDA 12 took away and old programs call.
__CHV_HOST cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
__CHV_HOST cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

template <class __T> __CHV_HOST cudaError_t cudaGetSymbolAddress(void **__ptr, const __T &__symbol) {
  return cudaGetSymbolAddress(__ptr, (const void *)&__symbol);
}
template <class __T, class __S> __CHV_HOST cudaError_t cudaGetSymbolAddress(__T **__ptr, const __S &__symbol) {
  return cudaGetSymbolAddress((void **)__ptr, (const void *)&__symbol);
}
template <class __T> __CHV_HOST cudaError_t cudaGetSymbolSize(size_t *__bytes, const __T &__symbol) {
  return cudaGetSymbolSize(__bytes, (const void *)&__symbol);
}
template <class __T>
__CHV_HOST cudaError_t cudaMemcpyToSymbol(const __T &__symbol, const void *__from, size_t __bytes, size_t __offset = 0,
                                          cudaMemcpyKind __kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&__symbol, __from, __bytes, __offset, __kind);
}
template <class __T>
__CHV_HOST cudaError_t cudaMemcpyToSymbolAsync(const __T &__symbol, const void *__from, size_t __bytes, size_t __offset = 0,
                                               cudaMemcpyKind __kind = cudaMemcpyHostToDevice, cudaStream_t __stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&__symbol, __from, __bytes, __offset, __kind, __stream);
}
template <class __T>
__CHV_HOST cudaError_t cudaMemcpyFromSymbol(void *__to, const __T &__symbol, size_t __bytes, size_t __offset = 0,
                                            cudaMemcpyKind __kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(__to, (const void *)&__symbol, __bytes, __offset, __kind);
}
template <class __T>
__CHV_HOST cudaError_t cudaMemcpyFromSymbolAsync(void *__to, const __T &__symbol, size_t __bytes, size_t __offset = 0,
                                                 cudaMemcpyKind __kind = cudaMemcpyDeviceToHost, cudaStream_t __stream = 0) {
  return cudaMemcpyFromSymbolAsync(__to, (const void *)&__symbol, __bytes, __offset, __kind, __stream);
}
template <class __T>
__CHV_HOST cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                                      const cudaGraphNode_t *__dependencies, size_t __count, const __T &__symbol,
                                                      const void *__from, size_t __bytes, size_t __offset, cudaMemcpyKind __kind) {
  return cudaGraphAddMemcpyNodeToSymbol(__node, __graph, __dependencies, __count, (const void *)&__symbol, __from, __bytes, __offset, __kind);
}
template <class __T>
__CHV_HOST cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *__node, cudaGraph_t __graph,
                                                        const cudaGraphNode_t *__dependencies, size_t __count, void *__to,
                                                        const __T &__symbol, size_t __bytes, size_t __offset, cudaMemcpyKind __kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(__node, __graph, __dependencies, __count, __to, (const void *)&__symbol, __bytes, __offset, __kind);
}

// A kernel's type is `void(Args...)`; its name decays to the stub's address.
template <class... __Args>
__CHV_HOST cudaError_t cudaLaunchKernel(void (*__kernel_)(__Args...), dim3 __grid, dim3 __block_, void **__args, size_t __shared_bytes = 0,
                                        cudaStream_t __stream = 0) {
  return cudaLaunchKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaLaunchCooperativeKernel(void (*__kernel_)(__Args...), dim3 __grid, dim3 __block_, void **__args,
                                                   size_t __shared_bytes = 0, cudaStream_t __stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)__kernel_, __grid, __block_, __args, __shared_bytes, __stream);
}
// Each argument is first converted to its parameter's type: the array points at those copies.
template <class... __Parameters, class... __Arguments>
__CHV_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *__config, void (*__kernel_)(__Parameters...),
                                          __Arguments &&...__arguments) {
  return [&](__Parameters... __converted) {
    void *__addresses[] = {(void *)&__converted..., nullptr};
    return cudaLaunchKernelExC(__config, (const void *)__kernel_, __addresses);
  }(std::forward<__Arguments>(__arguments)...);
}

template <class... __Args> __CHV_EITHER cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__attributes, void (*__kernel_)(__Args...)) {
  return cudaFuncGetAttributes(__attributes, (const void *)__kernel_);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaFuncSetAttribute(void (*__kernel_)(__Args...), cudaFuncAttribute __attr, int __value) {
  return cudaFuncSetAttribute((const void *)__kernel_, __attr, __value);
}
template <class... __Args> __CHV_HOST cudaError_t cudaFuncSetCacheConfig(void (*__kernel_)(__Args...), cudaFuncCache __config) {
  return cudaFuncSetCacheConfig((const void *)__kernel_, __config);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaFuncSetSharedMemConfig(void (*__kernel_)(__Args...), cudaSharedMemConfig __config) {
  return cudaFuncSetSharedMemConfig((const void *)__kernel_, __config);
}
template <class... __Args> __CHV_HOST cudaError_t cudaFuncGetName(const char **__name, void (*__kernel_)(__Args...)) {
  return cudaFuncGetName(__name, (const void *)__kernel_);
}
template <class... __Args>
__CHV_EITHER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, void (*__kernel_)(__Args...), int __block_threads,
                                                                     size_t __shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, (const void *)__kernel_, __block_threads, __shared_bytes);
}
template <class... __Args>
__CHV_EITHER cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, void (*__kernel_)(__Args...),
                                                                              int __block_threads, size_t __shared_bytes,
                                                                              unsigned __flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(__blocks, (const void *)__kernel_, __block_threads, __shared_bytes,
                                                                __flags);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaOccupancyMaxActiveClusters(int *__clusters, void (*__kernel_)(__Args...), const cudaLaunchConfig_t *__config) {
  return cudaOccupancyMaxActiveClusters(__clusters, (const void *)__kernel_, __config);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaOccupancyMaxPotentialClusterSize(int *__size, void (*__kernel_)(__Args...), const cudaLaunchConfig_t *__config) {
  return cudaOccupancyMaxPotentialClusterSize(__size, (const void *)__kernel_, __config);
}
template <class... __Args>
__CHV_HOST cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__bytes, void (*__kernel_)(__Args...), int __blocks,
                                                                 int __block_threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(__bytes, (const void *)__kernel_, __blocks, __block_threads);
}

// Tries every block size that is a multiple of the warp, largest first, and keeps the one with the most resident threads.
// `shared_bytes` gives the dynamic shared memory of a block from its size; `limit` 0 means the kernel's own limit.
template <class __Shared, class __T>
__CHV_EITHER cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *__grid, int *__block_, __T __kernel_,
                                                                               __Shared __shared_bytes, int __limit = 0,
                                                                               unsigned __flags = 0) {
  if (!__grid || !__block_ || !__kernel_) return cudaErrorInvalidValue;
  int __device = 0, __processors = 0, __lanes = 0;
  cudaFuncAttributes __attributes = {};
  cudaError_t __error = cudaGetDevice(&__device);
  if (!__error) __error = cudaDeviceGetAttribute(&__processors, cudaDevAttrMultiProcessorCount, __device);
  if (!__error) __error = cudaDeviceGetAttribute(&__lanes, cudaDevAttrWarpSize, __device);
  if (!__error) __error = cudaFuncGetAttributes(&__attributes, (const void *)__kernel_);
  if (__error) return __error;
  int __top = __attributes.maxThreadsPerBlock;
  if (__limit > 0 && __limit < __top) __top = __limit;
  int __most_threads = 0, __best_block = 0, __best_blocks = 0;
  for (int __threads = (__top + __lanes - 1) / __lanes * __lanes; __threads > 0; __threads -= __lanes) {
    int __size = __threads < __top ? __threads : __top, __blocks = 0;
    __error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&__blocks, (const void *)__kernel_, __size,
                                                                   (size_t)__shared_bytes(__size), __flags);
    if (__error) return __error;
    if (__blocks * __size > __most_threads) __most_threads = __blocks * __size, __best_block = __size, __best_blocks = __blocks;
  }
  *__grid = __best_blocks * __processors;
  *__block_ = __best_block;
  return cudaSuccess;
}
template <class __Shared, class __T>
__CHV_EITHER cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *__grid, int *__block_, __T __kernel_, __Shared __shared_bytes,
                                                                      int __limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(__grid, __block_, __kernel_, __shared_bytes, __limit, 0);
}
template <class __T>
__CHV_EITHER cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *__grid, int *__block_, __T __kernel_, size_t __shared_bytes = 0,
                                                                   int __limit = 0, unsigned __flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      __grid, __block_, __kernel_, [__shared_bytes](int) { return __shared_bytes; }, __limit, __flags);
}
template <class __T>
__CHV_EITHER cudaError_t cudaOccupancyMaxPotentialBlockSize(int *__grid, int *__block_, __T __kernel_, size_t __shared_bytes = 0,
                                                          int __limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(__grid, __block_, __kernel_, __shared_bytes, __limit, 0);
}

#undef __CHV_EITHER
#undef __CHV_HOST
