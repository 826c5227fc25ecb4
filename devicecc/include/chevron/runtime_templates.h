// C++ forms of the runtime API: typed allocation, symbols by reference, kernels by their own type, occupancy searches.
#pragma once

#include "../cuda_runtime_api.h"

#include <utility>

#define __CHV_HOST static inline __host__

template <class T> __CHV_HOST cudaError_t cudaMalloc(T **ptr, size_t bytes) { return cudaMalloc((void **)ptr, bytes); }
template <class T> __CHV_HOST cudaError_t cudaMallocHost(T **ptr, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void **)ptr, bytes, flags);
}
__CHV_HOST cudaError_t cudaMallocHost(void **ptr, size_t bytes, unsigned flags) { return cudaHostAlloc(ptr, bytes, flags); }
template <class T> __CHV_HOST cudaError_t cudaHostAlloc(T **ptr, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void **)ptr, bytes, flags);
}
template <class T> __CHV_HOST cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
  return cudaHostGetDevicePointer((void **)device, host, flags);
}
template <class T>
__CHV_HOST cudaError_t cudaMallocManaged(T **ptr, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)ptr, bytes, flags);
}
template <class T> __CHV_HOST cudaError_t cudaMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height) {
  return cudaMallocPitch((void **)ptr, pitch, width, height);
}
template <class T> __CHV_HOST cudaError_t cudaMallocAsync(T **ptr, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void **)ptr, bytes, stream);
}
template <class T> __CHV_HOST cudaError_t cudaMallocAsync(T **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void **)ptr, bytes, pool, stream);
}
template <class T>
__CHV_HOST cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void **)ptr, bytes, pool, stream);
}
template <class T>
__CHV_HOST cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *ptr, size_t bytes = 0,
                                                unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void *)ptr, bytes, flags);
}
__CHV_HOST cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) { return cudaEventCreateWithFlags(event, flags); }

// Names CUDA 12 took away and old programs call.
__CHV_HOST cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
__CHV_HOST cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

template <class T> __CHV_HOST cudaError_t cudaGetSymbolAddress(void **ptr, const T &symbol) {
  return cudaGetSymbolAddress(ptr, (const void *)&symbol);
}
template <class T, class S> __CHV_HOST cudaError_t cudaGetSymbolAddress(T **ptr, const S &symbol) {
  return cudaGetSymbolAddress((void **)ptr, (const void *)&symbol);
}
template <class T> __CHV_HOST cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
  return cudaGetSymbolSize(bytes, (const void *)&symbol);
}
template <class T>
__CHV_HOST cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                          cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
__CHV_HOST cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
__CHV_HOST cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                            cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
__CHV_HOST cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T>
__CHV_HOST cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                      const cudaGraphNode_t *dependencies, size_t count, const T &symbol,
                                                      const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, (const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
__CHV_HOST cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                                        const cudaGraphNode_t *dependencies, size_t count, void *to,
                                                        const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, to, (const void *)&symbol, bytes, offset, kind);
}

// A kernel's type is `void(Args...)`; its name decays to the stub's address.
template <class... Args>
__CHV_HOST cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void **args, size_t shared_bytes = 0,
                                        cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void *)kernel, grid, block, args, shared_bytes, stream);
}
template <class... Args>
__CHV_HOST cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void **args,
                                                   size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, args, shared_bytes, stream);
}
// Each argument is first converted to its parameter's type: the array points at those copies.
template <class... Parameters, class... Arguments>
__CHV_HOST cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                          Arguments &&...arguments) {
  return [&](Parameters... converted) {
    void *addresses[] = {(void *)&converted..., nullptr};
    return cudaLaunchKernelExC(config, (const void *)kernel, addresses);
  }(std::forward<Arguments>(arguments)...);
}

template <class... Args> __CHV_HOST cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*kernel)(Args...)) {
  return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class... Args>
__CHV_HOST cudaError_t cudaFuncSetAttribute(void (*kernel)(Args...), cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class... Args> __CHV_HOST cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Args...), cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class... Args>
__CHV_HOST cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(Args...), cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class... Args> __CHV_HOST cudaError_t cudaFuncGetName(const char **name, void (*kernel)(Args...)) {
  return cudaFuncGetName(name, (const void *)kernel);
}
template <class... Args>
__CHV_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(Args...), int block_threads,
                                                                     size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_threads, shared_bytes);
}
template <class... Args>
__CHV_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, void (*kernel)(Args...),
                                                                              int block_threads, size_t shared_bytes,
                                                                              unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)kernel, block_threads, shared_bytes,
                                                                flags);
}
template <class... Args>
__CHV_HOST cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, void (*kernel)(Args...), int blocks,
                                                                 int block_threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)kernel, blocks, block_threads);
}

// Tries every block size that is a multiple of the warp, largest first, and keeps the one with the most resident threads.
// `shared_bytes` gives the dynamic shared memory of a block from its size; `limit` 0 means the kernel's own limit.
template <class Shared, class T>
__CHV_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T kernel,
                                                                               Shared shared_bytes, int limit = 0,
                                                                               unsigned flags = 0) {
  if (!grid || !block || !kernel) return cudaErrorInvalidValue;
  int device = 0, processors = 0, lanes = 0;
  cudaFuncAttributes attributes = {};
  cudaError_t error = cudaGetDevice(&device);
  if (!error) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (!error) error = cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, device);
  if (!error) error = cudaFuncGetAttributes(&attributes, (const void *)kernel);
  if (error) return error;
  int top = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < top) top = limit;
  int most_threads = 0, best_block = 0, best_blocks = 0;
  for (int threads = (top + lanes - 1) / lanes * lanes; threads > 0; threads -= lanes) {
    int size = threads < top ? threads : top, blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, (const void *)kernel, size,
                                                                   (size_t)shared_bytes(size), flags);
    if (error) return error;
    if (blocks * size > most_threads) most_threads = blocks * size, best_block = size, best_blocks = blocks;
  }
  *grid = best_blocks * processors;
  *block = best_block;
  return cudaSuccess;
}
template <class Shared, class T>
__CHV_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel, Shared shared_bytes,
                                                                      int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_bytes, limit, 0);
}
template <class T>
__CHV_HOST cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel, size_t shared_bytes = 0,
                                                                   int limit = 0, unsigned flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      grid, block, kernel, [shared_bytes](int) { return shared_bytes; }, limit, flags);
}
template <class T>
__CHV_HOST cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared_bytes = 0,
                                                          int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared_bytes, limit, 0);
}

#undef __CHV_HOST
