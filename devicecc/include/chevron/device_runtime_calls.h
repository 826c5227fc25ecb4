// What device code can call of the runtime API, over the primitives of `device_runtime.h`. Whoever includes this says what the calls are named
// (`__CHV_CALL`) and how they are declared (`__CHV_RUNTIME`). No `#pragma once`.

__CHV_RUNTIME cudaError_t __CHV_CALL(GetLastError)() { return (cudaError_t)__chv_runtime_error(__chv_thread_of_block(), 1); }
__CHV_RUNTIME cudaError_t __CHV_CALL(PeekAtLastError)() { return (cudaError_t)__chv_runtime_error(__chv_thread_of_block(), 0); }
__CHV_RUNTIME const char *__CHV_CALL(GetErrorString)(cudaError_t __error) { return __chv_runtime_error_text(__error, 0); }
__CHV_RUNTIME const char *__CHV_CALL(GetErrorName)(cudaError_t __error) { return __chv_runtime_error_text(__error, 1); }

// CUDA 12 took it out of device code; older programs call it there.
__CHV_RUNTIME cudaError_t __CHV_CALL(DeviceSynchronize)() { return __chv_sync_children(0), cudaSuccess; }

__CHV_RUNTIME cudaError_t __CHV_CALL(GetDevice)(int *__device) { return __chv_runtime_result(__chv_runtime_device(__device, nullptr)); }
__CHV_RUNTIME cudaError_t __CHV_CALL(GetDeviceCount)(int *__count) { return __chv_runtime_result(__chv_runtime_device(nullptr, __count)); }
__CHV_RUNTIME cudaError_t __CHV_CALL(DeviceGetAttribute)(int *__value, cudaDeviceAttr __attr, int __device) {
  return __chv_runtime_result(__chv_runtime_attribute(__value, __attr, __device));
}
__CHV_RUNTIME cudaError_t __CHV_CALL(DeviceGetLimit)(size_t *__value, cudaLimit __limit) { return __chv_runtime_result(__chv_runtime_limit(__value, __limit)); }
__CHV_RUNTIME cudaError_t __CHV_CALL(DeviceGetCacheConfig)(cudaFuncCache *__config) { return *__config = cudaFuncCachePreferNone, cudaSuccess; }
__CHV_RUNTIME cudaError_t __CHV_CALL(DeviceGetSharedMemConfig)(cudaSharedMemConfig *__config) {
  return *__config = cudaSharedMemBankSizeFourByte, cudaSuccess;
}
__CHV_RUNTIME cudaError_t __CHV_CALL(RuntimeGetVersion)(int *__version) { return *__version = CUDART_VERSION, cudaSuccess; }
__CHV_RUNTIME cudaError_t __CHV_CALL(FuncGetAttributes)(cudaFuncAttributes *__attributes, const void *__kernel_) {
  return __chv_runtime_result(__chv_runtime_function(__attributes, __kernel_));
}
__CHV_RUNTIME cudaError_t __CHV_CALL(OccupancyMaxActiveBlocksPerMultiprocessor)(int *__blocks, const void *__kernel_, int __threads,
                                                                       size_t __shared_bytes) {
  return __chv_runtime_result(__chv_runtime_occupancy(__blocks, __kernel_, __threads, __shared_bytes));
}
__CHV_RUNTIME cudaError_t __CHV_CALL(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *__blocks, const void *__kernel_, int __threads,
                                                                                size_t __shared_bytes, unsigned __flags) {
  return __chv_runtime_result(__flags & ~1u ? (int)cudaErrorInvalidValue
                                            : __chv_runtime_occupancy(__blocks, __kernel_, __threads, __shared_bytes));
}

// Memory of the kernels' own heap, as `malloc` in a kernel gives it: the host cannot free it.
__CHV_RUNTIME cudaError_t __CHV_CALL(Malloc)(void **__ptr, size_t __bytes) {
  *__ptr = __bytes ? __chv_malloc(__bytes) : nullptr;
  return __chv_runtime_result(__bytes && !*__ptr ? cudaErrorMemoryAllocation : cudaSuccess);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(Free)(void *__ptr) { return __chv_runtime_result(__chv_runtime_free(__ptr)); }

// Copies and fills are ordered with launches in their stream.
__CHV_DEVICE cudaError_t __chv_transfer(unsigned __kind, void *__to, const void *__from, int __byte, size_t __width, size_t __height,
                                        size_t __depth, size_t __to_pitch, size_t __to_slice, size_t __from_pitch, size_t __from_slice,
                                        cudaStream_t __stream) {
  const size_t __extents[] = {__width, __height, __depth, __to_pitch, __to_slice, __from_pitch, __from_slice};
  return (cudaError_t)__chv_launch_transfer(__kind, __to, __from, (unsigned char)__byte, __extents, __stream, __chv_thread_of_block(), 0);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(MemcpyAsync)(void *__to, const void *__from, size_t __bytes, cudaMemcpyKind, cudaStream_t __stream) {
  return __chv_transfer(0, __to, __from, 0, __bytes, 1, 1, __bytes, __bytes, __bytes, __bytes, __stream);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(Memcpy2DAsync)(void *__to, size_t __to_pitch, const void *__from, size_t __from_pitch, size_t __width,
                                           size_t __height, cudaMemcpyKind, cudaStream_t __stream) {
  return __chv_transfer(0, __to, __from, 0, __width, __height, 1, __to_pitch, 0, __from_pitch, 0, __stream);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(Memcpy3DAsync)(const cudaMemcpy3DParms *__p, cudaStream_t __stream) {
  if (__p->srcArray || __p->dstArray) return __chv_runtime_result(cudaErrorInvalidValue);
  const cudaPitchedPtr &__to = __p->dstPtr, &__from = __p->srcPtr;
  const size_t __to_slice = __to.pitch * __to.ysize, __from_slice = __from.pitch * __from.ysize;
  return __chv_transfer(0, (char *)__to.ptr + __p->dstPos.x + __p->dstPos.y * __to.pitch + __p->dstPos.z * __to_slice,
                        (const char *)__from.ptr + __p->srcPos.x + __p->srcPos.y * __from.pitch + __p->srcPos.z * __from_slice, 0,
                        __p->extent.width, __p->extent.height, __p->extent.depth, __to.pitch, __to_slice, __from.pitch, __from_slice,
                        __stream);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(MemsetAsync)(void *__ptr, int __byte, size_t __bytes, cudaStream_t __stream) {
  return __chv_transfer(1, __ptr, nullptr, __byte, __bytes, 1, 1, __bytes, __bytes, 0, 0, __stream);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(Memset2DAsync)(void *__ptr, size_t __pitch, int __byte, size_t __width, size_t __height,
                                           cudaStream_t __stream) {
  return __chv_transfer(1, __ptr, nullptr, __byte, __width, __height, 1, __pitch, 0, 0, 0, __stream);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(Memset3DAsync)(cudaPitchedPtr __ptr, int __byte, cudaExtent __extent, cudaStream_t __stream) {
  return __chv_transfer(1, __ptr.ptr, nullptr, __byte, __extent.width, __extent.height, __extent.depth, __ptr.pitch,
                        __ptr.pitch * __ptr.ysize, 0, 0, __stream);
}

// Work of a grid runs in the order in which it was launched, so streams and events have nothing to wait for.
__CHV_RUNTIME cudaError_t __CHV_CALL(StreamCreateWithFlags)(cudaStream_t *__stream, unsigned __flags) {
  *__stream = (cudaStream_t)__chv_runtime_handle();
  return __chv_runtime_result(__flags == cudaStreamNonBlocking ? cudaSuccess : cudaErrorInvalidValue);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(StreamDestroy)(cudaStream_t __stream) {
  return __chv_runtime_result(__stream ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(StreamWaitEvent)(cudaStream_t, cudaEvent_t __event, unsigned) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(EventCreateWithFlags)(cudaEvent_t *__event, unsigned __flags) {
  *__event = (cudaEvent_t)__chv_runtime_handle();
  return __chv_runtime_result(__flags == cudaEventDisableTiming ? cudaSuccess : cudaErrorInvalidValue);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(EventRecord)(cudaEvent_t __event, cudaStream_t) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(EventRecordWithFlags)(cudaEvent_t __event, cudaStream_t, unsigned) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
__CHV_RUNTIME cudaError_t __CHV_CALL(EventDestroy)(cudaEvent_t __event) {
  return __chv_runtime_result(__event ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
