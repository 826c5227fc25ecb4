// CUDA's device runtime: launches in kernels, and what device code can call of the runtime API. On the CPU device, and on NVIDIA GPUs.
#pragma once

#include "primitives.h"
#include "runtime_graphs.h"
#include "runtime_memory.h"
#include "runtime_streams.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#ifdef __CHV_LAUNCHES__

// In device code, the address of a kernel is that of its name, which the executor knows it by.
#ifdef __CHV_NVPTX__
#include "device_runtime_nvptx.h"
extern "C" __device__ inline __attribute__((__always_inline__, __nodebug__)) void *cudaGetParameterBuffer(size_t __align, size_t __bytes) {
  return __chv_runtime_buffer(__align, __bytes);
}
#else
__CHV_DEVICE unsigned __chv_thread_of_block() {
  return __chv_tid_x() + __chv_ntid_x() * (__chv_tid_y() + __chv_ntid_y() * __chv_tid_z());
}

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
#endif

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
#define __CHV_CALL(name) cuda##name
#include "device_runtime_calls.h"
#undef __CHV_CALL
#undef __CHV_RUNTIME
#endif

#endif
