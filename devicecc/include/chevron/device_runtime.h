// CUDA's device runtime: launches in kernels, and what device code can call of the runtime API. On the CPU device alone.
#pragma once

#include "primitives.h"
#include "runtime_graphs.h"
#include "runtime_memory.h"
#include "runtime_streams.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#ifdef __CHV_LAUNCHES__

// In device code, the address of a kernel is that of its name, which the executor knows it by.
extern "C" {
// Memory for a launch's parameters. The launch frees it.
__device__ __attribute__((__nothrow__)) void *cudaGetParameterBuffer(size_t __align, size_t __bytes) __asm__("__chv_runtime_buffer");
// `__shape`: grid, block. `__from_thread`: the calling one in its block. The last argument is the site, as for primitives that synchronise.
__device__ __attribute__((__nothrow__)) int __chv_launch_kernel(const void *__kernel_, void *__parameters, const unsigned *__shape,
                                                                unsigned __shared_bytes, cudaStream_t __stream, unsigned __from_thread,
                                                                unsigned __site);
// Kind: 0 copy, 1 fill with a byte. `__extents`: bytes of a row, rows, slices; of the target and the source the bytes from a row to the next, and
// from a slice to the next.
__device__ __attribute__((__nothrow__)) int __chv_launch_transfer(unsigned __kind, void *__to, const void *__from, unsigned __byte,
                                                                  const size_t *__extents, cudaStream_t __stream, unsigned __from_thread,
                                                                  unsigned __site);
__device__ __attribute__((__nothrow__)) int __chv_runtime_error(unsigned __from_thread, int __forget);
__device__ __attribute__((__nothrow__)) int __chv_runtime_fail(int __status, unsigned __from_thread);
__device__ __attribute__((__nothrow__)) int __chv_runtime_free(void *__ptr);
__device__ __attribute__((__nothrow__)) void *__chv_runtime_handle();  // another one each time
__device__ __attribute__((__nothrow__)) int __chv_runtime_device(int *__device, int *__count);
__device__ __attribute__((__nothrow__)) int __chv_runtime_attribute(int *__value, int __attr, int __device);
__device__ __attribute__((__nothrow__)) int __chv_runtime_limit(size_t *__value, int __limit);
__device__ __attribute__((__nothrow__)) int __chv_runtime_function(cudaFuncAttributes *__attributes, const void *__kernel_);
__device__ __attribute__((__nothrow__)) int __chv_runtime_occupancy(int *__blocks, const void *__kernel_, int __threads, size_t __shared_bytes);
__device__ __attribute__((__nothrow__)) const char *__chv_runtime_error_text(int __status, int __as_name);
// Runs what the block has launched.
__device__ __attribute__((__convergent__, __nothrow__)) void __chv_sync_children(unsigned __site);
}

__CHV_DEVICE unsigned __chv_thread_of_block() {
  return __chv_tid_x() + __chv_ntid_x() * (__chv_tid_y() + __chv_ntid_y() * __chv_tid_z());
}
__CHV_DEVICE cudaError_t __chv_runtime_result(int __status) {
  return (cudaError_t)(__status ? __chv_runtime_fail(__status, __chv_thread_of_block()) : 0);
}

// Clang writes a launch of device code as calls of `cudaGetParameterBuffer` and of this.
extern "C" __device__ inline __attribute__((__always_inline__, __nodebug__)) cudaError_t
cudaLaunchDevice(void *__kernel_, void *__parameters, dim3 __grid, dim3 __block_, unsigned __shared_bytes, cudaStream_t __stream) {
  const unsigned __shape[] = {__grid.x, __grid.y, __grid.z, __block_.x, __block_.y, __block_.z};
  return (cudaError_t)__chv_launch_kernel(__kernel_, __parameters, __shape, __shared_bytes, __stream, __chv_thread_of_block(), 0);
}


// The handle is the condition's address.
__CHV_DEVICE void cudaGraphSetConditional(cudaGraphConditionalHandle __handle, unsigned __value) {
  __atomic_store_n((unsigned *)__handle, __value, __ATOMIC_RELEASE);
}

// The bodies of functions that are declared for both sides. Host code never gets these: where they are seen, nothing of the host's is generated.
#ifdef __CUDA_ARCH__
#define __CHV_RUNTIME extern "C" inline __host__ __device__ __attribute__((__always_inline__, __nodebug__))

__CHV_RUNTIME cudaError_t cudaGetLastError() { return (cudaError_t)__chv_runtime_error(__chv_thread_of_block(), 1); }
__CHV_RUNTIME cudaError_t cudaPeekAtLastError() { return (cudaError_t)__chv_runtime_error(__chv_thread_of_block(), 0); }
__CHV_RUNTIME const char *cudaGetErrorString(cudaError_t __error) { return __chv_runtime_error_text(__error, 0); }
__CHV_RUNTIME const char *cudaGetErrorName(cudaError_t __error) { return __chv_runtime_error_text(__error, 1); }

// CUDA 12 took it out of device code; older programs call it there.
__CHV_RUNTIME cudaError_t cudaDeviceSynchronize() { return __chv_sync_children(0), cudaSuccess; }

__CHV_RUNTIME cudaError_t cudaGetDevice(int *__device) { return __chv_runtime_result(__chv_runtime_device(__device, nullptr)); }
__CHV_RUNTIME cudaError_t cudaGetDeviceCount(int *__count) { return __chv_runtime_result(__chv_runtime_device(nullptr, __count)); }
__CHV_RUNTIME cudaError_t cudaDeviceGetAttribute(int *__value, cudaDeviceAttr __attr, int __device) {
  return __chv_runtime_result(__chv_runtime_attribute(__value, __attr, __device));
}
__CHV_RUNTIME cudaError_t cudaDeviceGetLimit(size_t *__value, cudaLimit __limit) { return __chv_runtime_result(__chv_runtime_limit(__value, __limit)); }
__CHV_RUNTIME cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *__config) { return *__config = cudaFuncCachePreferNone, cudaSuccess; }
__CHV_RUNTIME cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *__config) {
  return *__config = cudaSharedMemBankSizeFourByte, cudaSuccess;
}
__CHV_RUNTIME cudaError_t cudaRuntimeGetVersion(int *__version) { return *__version = CUDART_VERSION, cudaSuccess; }
__CHV_RUNTIME cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__attributes, const void *__kernel_) {
  return __chv_runtime_result(__chv_runtime_function(__attributes, __kernel_));
}
__CHV_RUNTIME cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *__blocks, const void *__kernel_, int __threads,
                                                                       size_t __shared_bytes) {
  return __chv_runtime_result(__chv_runtime_occupancy(__blocks, __kernel_, __threads, __shared_bytes));
}
__CHV_RUNTIME cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *__blocks, const void *__kernel_, int __threads,
                                                                                size_t __shared_bytes, unsigned __flags) {
  return __chv_runtime_result(__flags & ~1u ? (int)cudaErrorInvalidValue
                                            : __chv_runtime_occupancy(__blocks, __kernel_, __threads, __shared_bytes));
}

// Memory of the kernels' own heap, as `malloc` in a kernel gives it: the host cannot free it.
__CHV_RUNTIME cudaError_t cudaMalloc(void **__ptr, size_t __bytes) {
  *__ptr = __bytes ? __chv_malloc(__bytes) : nullptr;
  return __chv_runtime_result(__bytes && !*__ptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
__CHV_RUNTIME cudaError_t cudaFree(void *__ptr) { return __chv_runtime_result(__chv_runtime_free(__ptr)); }

// Copies and fills are ordered with launches in their stream.
__CHV_DEVICE cudaError_t __chv_transfer(unsigned __kind, void *__to, const void *__from, int __byte, size_t __width, size_t __height,
                                        size_t __depth, size_t __to_pitch, size_t __to_slice, size_t __from_pitch, size_t __from_slice,
                                        cudaStream_t __stream) {
  const size_t __extents[] = {__width, __height, __depth, __to_pitch, __to_slice, __from_pitch, __from_slice};
  return (cudaError_t)__chv_launch_transfer(__kind, __to, __from, (unsigned char)__byte, __extents, __stream, __chv_thread_of_block(), 0);
}
__CHV_RUNTIME cudaError_t cudaMemcpyAsync(void *__to, const void *__from, size_t __bytes, cudaMemcpyKind, cudaStream_t __stream) {
  return __chv_transfer(0, __to, __from, 0, __bytes, 1, 1, __bytes, __bytes, __bytes, __bytes, __stream);
}
__CHV_RUNTIME cudaError_t cudaMemcpy2DAsync(void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width,
                                           size_t __height, cudaMemcpyKind, cudaStream_t __stream) {
  return __chv_transfer(0, __to, __from, 0, __width, __height, 1, __to_pitch, 0, __from_pitch, 0, __stream);
}
__CHV_RUNTIME cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *__p, cudaStream_t __stream) {
  if (__p->srcArray || __p->dstArray) return __chv_runtime_result(cudaErrorInvalidValue);
  const cudaPitchedPtr &__to = __p->dstPtr, &__from = __p->srcPtr;
  const size_t __to_slice = __to.pitch * __to.ysize, __from_slice = __from.pitch * __from.ysize;
  return __chv_transfer(0, (char *)__to.ptr + __p->dstPos.x + __p->dstPos.y * __to.pitch + __p->dstPos.z * __to_slice,
                        (const char *)__from.ptr + __p->srcPos.x + __p->srcPos.y * __from.pitch + __p->srcPos.z * __from_slice, 0,
                        __p->extent.width, __p->extent.height, __p->extent.depth, __to.pitch, __to_slice, __from.pitch, __from_slice,
                        __stream);
}
__CHV_RUNTIME cudaError_t cudaMemsetAsync(void *__ptr, int __byte, size_t __bytes, cudaStream_t __stream) {
  return __chv_transfer(1, __ptr, nullptr, __byte, __bytes, 1, 1, __bytes, __bytes, 0, 0, __stream);
}
__CHV_RUNTIME cudaError_t cudaMemset2DAsync(void *__ptr, size_t __pitch, int __byte, size_t __width, size_t __height,
                                           cudaStream_t __stream) {
  return __chv_transfer(1, __ptr, nullptr, __byte, __width, __height, 1, __pitch, 0, 0, 0, __stream);
}
__CHV_RUNTIME cudaError_t cudaMemset3DAsync(cudaPitchedPtr __ptr, int __byte, cudaExtent __extent, cudaStream_t __stream) {
  return __chv_transfer(1, __ptr.ptr, nullptr, __byte, __extent.width, __extent.height, __extent.depth, __ptr.pitch,
                        __ptr.pitch * __ptr.ysize, 0, 0, __stream);
}

// Work of a grid runs in the order in which it was launched, so streams and events have nothing to wait for.
__CHV_RUNTIME cudaError_t cudaStreamCreateWithFlags(cudaStream_t *__stream, unsigned __flags) {
  *__stream = (cudaStream_t)__chv_runtime_handle();
  return __chv_runtime_result(__flags == cudaStreamNonBlocking ? cudaSuccess : cudaErrorInvalidValue);
}
__CHV_RUNTIME cudaError_t cudaStreamDestroy(cudaStream_t __stream) {
  return __chv_runtime_result(__stream ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t __event, unsigned) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t cudaEventCreateWithFlags(cudaEvent_t *__event, unsigned __flags) {
  *__event = (cudaEvent_t)__chv_runtime_handle();
  return __chv_runtime_result(__flags == cudaEventDisableTiming ? cudaSuccess : cudaErrorInvalidValue);
}
__CHV_RUNTIME cudaError_t cudaEventRecord(cudaEvent_t __event, cudaStream_t) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t cudaEventRecordWithFlags(cudaEvent_t __event, cudaStream_t, unsigned) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t cudaEventDestroy(cudaEvent_t __event) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

#undef __CHV_RUNTIME
#endif

#endif
