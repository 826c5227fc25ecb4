// Runtime API: memory. Implemented by the executor; sizes and pitches in bytes.
#pragma once

#include "runtime_types.h"

extern "C" {
__CHV_BOTH_SIDES cudaError_t cudaMalloc(void **__ptr, size_t __bytes);
__CHV_BOTH_SIDES cudaError_t cudaFree(void *__ptr);
cudaError_t cudaMallocHost(void **__ptr, size_t __bytes);
cudaError_t cudaFreeHost(void *__ptr);
cudaError_t cudaHostAlloc(void **__ptr, size_t __bytes, unsigned int __flags);
cudaError_t cudaHostRegister(void *__ptr, size_t __bytes, unsigned int __flags);
cudaError_t cudaHostUnregister(void *__ptr);
cudaError_t cudaHostGetDevicePointer(void **__device, void *__host, unsigned int __flags);
cudaError_t cudaHostGetFlags(unsigned int *__flags, void *__host);
cudaError_t cudaMallocManaged(void **__ptr, size_t __bytes, unsigned int __flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **__ptr, size_t *__pitch, size_t __width, size_t __height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *__ptr, struct cudaExtent __extent);
cudaError_t cudaMemGetInfo(size_t *__free_, size_t *__total);

cudaError_t cudaMemcpy(void *__to, const void *__from, size_t __bytes, enum cudaMemcpyKind __kind);
__CHV_BOTH_SIDES cudaError_t cudaMemcpyAsync(void *__to, const void *__from, size_t __bytes, enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpyPeer(void *__to, int __to_device, const void *__from, int __from_device, size_t __bytes);
cudaError_t cudaMemcpyPeerAsync(void *__to, int __to_device, const void *__from, int __from_device, size_t __bytes,
                                cudaStream_t __stream = 0);
cudaError_t cudaMemcpy2D(void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width, size_t __height,
                         enum cudaMemcpyKind __kind);
__CHV_BOTH_SIDES cudaError_t cudaMemcpy2DAsync(void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width, size_t __height,
                              enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *__p);
__CHV_BOTH_SIDES cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *__p, cudaStream_t __stream = 0);
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *__p);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *__p, cudaStream_t __stream = 0);
cudaError_t cudaMemset(void *__ptr, int __byte, size_t __bytes);
__CHV_BOTH_SIDES cudaError_t cudaMemsetAsync(void *__ptr, int __byte, size_t __bytes, cudaStream_t __stream = 0);
cudaError_t cudaMemset2D(void *__ptr, size_t __pitch, int __byte, size_t __width, size_t __height);
__CHV_BOTH_SIDES cudaError_t cudaMemset2DAsync(void *__ptr, size_t __pitch, int __byte, size_t __width, size_t __height, cudaStream_t __stream = 0);
cudaError_t cudaMemset3D(struct cudaPitchedPtr __ptr, int __byte, struct cudaExtent __extent);
__CHV_BOTH_SIDES cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr __ptr, int __byte, struct cudaExtent __extent, cudaStream_t __stream = 0);

// A symbol is the address of a device variable's shadow.
cudaError_t cudaMemcpyToSymbol(const void *__symbol, const void *__from, size_t __bytes, size_t __offset = 0,
                               enum cudaMemcpyKind __kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *__symbol, const void *__from, size_t __bytes, size_t __offset,
                                    enum cudaMemcpyKind __kind, cudaStream_t __stream = 0);
cudaError_t cudaMemcpyFromSymbol(void *__to, const void *__symbol, size_t __bytes, size_t __offset = 0,
                                 enum cudaMemcpyKind __kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *__to, const void *__symbol, size_t __bytes, size_t __offset, enum cudaMemcpyKind __kind,
                                      cudaStream_t __stream = 0);
cudaError_t cudaGetSymbolAddress(void **__ptr, const void *__symbol);
cudaError_t cudaGetSymbolSize(size_t *__bytes, const void *__symbol);

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *__attributes, const void *__ptr);
cudaError_t cudaMemPrefetchAsync(const void *__ptr, size_t __bytes, struct cudaMemLocation __location, unsigned int __flags,
                                 cudaStream_t __stream = 0);
cudaError_t cudaMemAdvise(const void *__ptr, size_t __bytes, enum cudaMemoryAdvise __advice, struct cudaMemLocation __location);
cudaError_t cudaMemRangeGetAttribute(void *__data, size_t __data_bytes, enum cudaMemRangeAttribute __attr, const void *__ptr,
                                     size_t __bytes);
cudaError_t cudaMemRangeGetAttributes(void **__data, size_t *__data_bytes, enum cudaMemRangeAttribute *__attributes, size_t __count,
                                      const void *__ptr, size_t __bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t __stream, void *__ptr, size_t __bytes = 0,
                                     unsigned int __flags = cudaMemAttachSingle);

cudaError_t cudaMallocAsync(void **__ptr, size_t __bytes, cudaStream_t __stream);
cudaError_t cudaFreeAsync(void *__ptr, cudaStream_t __stream);
cudaError_t cudaMallocFromPoolAsync(void **__ptr, size_t __bytes, cudaMemPool_t __pool, cudaStream_t __stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *__pool, const struct cudaMemPoolProps *__properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t __pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t __pool, size_t __bytes_to_keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr __attr, void *__value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t __pool, enum cudaMemPoolAttr __attr, void *__value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t __pool, const struct cudaMemAccessDesc *__list, size_t __count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *__flags, cudaMemPool_t __pool, struct cudaMemLocation *__location);
cudaError_t cudaMemPoolExportToShareableHandle(void *__handle, cudaMemPool_t __pool, enum cudaMemAllocationHandleType __kind, unsigned int __flags);
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *__pool, void *__handle, enum cudaMemAllocationHandleType __kind,
                                                 unsigned int __flags);
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *__data, void *__ptr);
cudaError_t cudaMemPoolImportPointer(void **__ptr, cudaMemPool_t __pool, struct cudaMemPoolPtrExportData *__data);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *__pool, int __device);
cudaError_t cudaDeviceSetMemPool(int __device, cudaMemPool_t __pool);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *__pool, struct cudaMemLocation *__location, enum cudaMemAllocationType __type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *__pool, struct cudaMemLocation *__location, enum cudaMemAllocationType __type);
cudaError_t cudaMemSetMemPool(struct cudaMemLocation *__location, enum cudaMemAllocationType __type, cudaMemPool_t __pool);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *__pool, int __device);

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *__handle, void *__ptr);
cudaError_t cudaIpcOpenMemHandle(void **__ptr, cudaIpcMemHandle_t __handle, unsigned int __flags);
cudaError_t cudaIpcCloseMemHandle(void *__ptr);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *__handle, cudaEvent_t __event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *__event, cudaIpcEventHandle_t __handle);
}

// Until CUDA 12 these two took a device number.
static inline cudaError_t cudaMemPrefetchAsync(const void *__ptr, size_t __bytes, int __device, cudaStream_t __stream = 0) {
  cudaMemLocation __location = {__device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                              __device == cudaCpuDeviceId ? 0 : __device};
  return cudaMemPrefetchAsync(__ptr, __bytes, __location, 0u, __stream);
}
static inline cudaError_t cudaMemAdvise(const void *__ptr, size_t __bytes, cudaMemoryAdvise __advice, int __device) {
  cudaMemLocation __location = {__device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                              __device == cudaCpuDeviceId ? 0 : __device};
  return cudaMemAdvise(__ptr, __bytes, __advice, __location);
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *__ptr, size_t __pitch, size_t __xsize, size_t __ysize) {
  return {__ptr, __pitch, __xsize, __ysize};
}
static inline struct cudaExtent make_cudaExtent(size_t __width, size_t __height, size_t __depth) { return {__width, __height, __depth}; }
static inline struct cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z) { return {__x, __y, __z}; }
