// What kernels on NVIDIA GPUs launch: entries of a queue in the device's memory, which the host runs when the grid has ended (docs/dynamic-parallelism.md).
// The executor makes the queue and reads it (`jit/src/runtime/launched/queue.rs`). Beside a toolkit's headers too, so it uses nothing of ours.
#pragma once

// One launch, copy or fill, with its payload behind it: a kernel's parameters, or a `__chv_launched_rows`.
struct __chv_launched {
  unsigned __bytes;  // from this entry to the next; 0: there is none any more
  unsigned __kind;   // 0: nothing yet, 1: kernel, 2: copy, 3: fill, 4: a kernel that was refused
  const void *__kernel_;
  unsigned __shape[6];
  unsigned __shared_bytes, __site;
  unsigned long long __stream, __block_;
  unsigned __thread_, __payload;  // the payload's offset in the entry
  unsigned __error;  // of a refused one: its error's number
  unsigned __back;  // the word before a payload leads back to its entry, in bytes
};
static_assert(sizeof(__chv_launched) == 80);

// A copy or a fill: addresses, and what `__chv_launch_transfer` gets.
struct __chv_launched_rows {
  unsigned long long __to, __from, __extents[7];
  unsigned __byte, __reserved;
};
static_assert(sizeof(__chv_launched_rows) == 80);

// An error of a thread.
struct __chv_launch_error {
  unsigned long long __block_;
  unsigned __thread_;
  int __status;  // 0: the thread has read it and let go
  int __told;    // 1: the cell is told of it, unless the thread has read it
  unsigned __reserved;
};
static_assert(sizeof(__chv_launch_error) == 24);

#define __CHV_LAUNCH_ERRORS 64

// The queue of a device. The executor writes the first line before each grid that may launch something.
struct __chv_launch_queue {
  unsigned __used, __capacity, __errors, __pending;  // bytes; errors and launches of this grid
  unsigned __pending_max, __depth, __depth_max, __handles;
  int __device_, __devices, __reserved[2];
  unsigned long long __limits[8];
  int __attributes[256];
  __chv_launch_error __error[__CHV_LAUNCH_ERRORS];
  alignas(16) char __entries[];
};
static_assert(__builtin_offsetof(__chv_launch_queue, __entries) == 2672);

extern "C" {
extern __device__ __chv_launch_queue __chv_launches;

#define __CHV_LAUNCH_DEVICE static __inline__ __device__ __attribute__((__nodebug__))

__CHV_LAUNCH_DEVICE unsigned long long __chv_block_of_grid() {
  const unsigned long long __width = __nvvm_read_ptx_sreg_nctaid_x(), __height = __nvvm_read_ptx_sreg_nctaid_y();
  return __nvvm_read_ptx_sreg_ctaid_x() + __width * (__nvvm_read_ptx_sreg_ctaid_y() + __height * __nvvm_read_ptx_sreg_ctaid_z());
}
__CHV_LAUNCH_DEVICE unsigned __chv_thread_of_block() {
  return __nvvm_read_ptx_sreg_tid_x() +
         __nvvm_read_ptx_sreg_ntid_x() * (__nvvm_read_ptx_sreg_tid_y() + __nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_tid_z());
}

// Keeps an error for the thread, and gives its number.
__CHV_LAUNCH_DEVICE unsigned __chv_launch_error_of(int __status, unsigned __thread_, int __told) {
  const unsigned __at = __atomic_fetch_add(&__chv_launches.__errors, 1, __ATOMIC_RELAXED);
  if (__at < __CHV_LAUNCH_ERRORS) __chv_launches.__error[__at] = {__chv_block_of_grid(), __thread_, __status, __told, 0};
  return __at;
}

__CHV_LAUNCH_DEVICE int __chv_runtime_fail(int __status, unsigned __thread_) {
  return __chv_launch_error_of(__status, __thread_, 0), __status;
}

// The last error of the calling thread. Whoever asks has to handle it.
__CHV_LAUNCH_DEVICE int __chv_runtime_error(unsigned __thread_, int __forget) {
  unsigned __count = __atomic_load_n(&__chv_launches.__errors, __ATOMIC_RELAXED);
  if (__count == 0) return 0;
  if (__count > __CHV_LAUNCH_ERRORS) __count = __CHV_LAUNCH_ERRORS;
  int __last = 0;
  for (unsigned __i = 0; __i < __count; ++__i) {
    __chv_launch_error &__error = __chv_launches.__error[__i];
    if (__error.__block_ != __chv_block_of_grid() || __error.__thread_ != __thread_ || !__error.__status) continue;
    __last = __error.__status;
    __error.__told = 0;
    if (__forget) __error.__status = 0;
  }
  return __last;
}

// Room for a payload, whose entry is nothing yet; null if the queue is full.
__CHV_LAUNCH_DEVICE void *__chv_launch_room(size_t __align, size_t __bytes) {
  __chv_launch_queue &__queue = __chv_launches;
  const unsigned __capacity = __queue.__capacity;
  if (__align < 16) __align = 16;
  const size_t __need = (sizeof(__chv_launched) + __align + __bytes + 15) / 16 * 16;
  if (__need > __capacity || __atomic_load_n(&__queue.__used, __ATOMIC_RELAXED) > __capacity) return nullptr;
  const unsigned __at = __atomic_fetch_add(&__queue.__used, (unsigned)__need, __ATOMIC_RELAXED);
  if (__at > __capacity) return nullptr;
  __chv_launched *__entry = (__chv_launched *)(__queue.__entries + __at);
  if (__at + __need > __capacity) {
    if (__at + sizeof(__chv_launched) <= __capacity) __entry->__bytes = 0;
    return nullptr;
  }
  const unsigned long long __end = (unsigned long long)(__entry + 1);
  char *__payload = (char *)((__end + __align - 1) / __align * __align);
  __entry->__bytes = (unsigned)__need;
  __entry->__kind = 0;
  __entry->__payload = (unsigned)(__payload - (char *)__entry);
  ((unsigned *)__payload)[-1] = __entry->__payload;
  return __payload;
}

__CHV_LAUNCH_DEVICE void __chv_launch_keep(void *__payload, unsigned __kind, cudaStream_t __stream, unsigned __thread_, unsigned __site) {
  __chv_launched *__entry = (__chv_launched *)((char *)__payload - ((unsigned *)__payload)[-1]);
  __entry->__stream = (unsigned long long)__stream;
  __entry->__block_ = __chv_block_of_grid();
  __entry->__thread_ = __thread_;
  __entry->__site = __site;
  __entry->__kind = __kind;
}

// What `cudaGetParameterBuffer` gives; clang launches nothing where it is null.
__CHV_LAUNCH_DEVICE void *__chv_runtime_buffer(size_t __align, size_t __bytes) {
  void *__payload = __chv_launch_room(__align, __bytes);
  if (!__payload) __chv_launch_error_of(cudaErrorLaunchPendingCountExceeded, __chv_thread_of_block(), 1);
  return __payload;
}

// What the device itself can see of a launch; the host checks the rest.
__CHV_LAUNCH_DEVICE int __chv_launch_misfit(const unsigned *__shape, bool __is_tail) {
  const __chv_launch_queue &__queue = __chv_launches;
  for (int __axis = 0; __axis < 6; ++__axis)
    if (!__shape[__axis]) return cudaErrorInvalidConfiguration;
  if ((unsigned long long)__shape[3] * __shape[4] * __shape[5] > 1024 || __shape[3] > 1024 || __shape[4] > 1024 || __shape[5] > 64)
    return cudaErrorInvalidConfiguration;
  if (__shape[0] > 0x7fffffff || __shape[1] > 65535 || __shape[2] > 65535) return cudaErrorInvalidConfiguration;
  if (__queue.__depth >= __queue.__depth_max && !__is_tail) return cudaErrorLaunchMaxDepthExceeded;
  return 0;
}

__CHV_LAUNCH_DEVICE int __chv_launch_kernel(const void *__kernel_, void *__parameters, const unsigned *__shape, unsigned __shared_bytes,
                                            cudaStream_t __stream, unsigned __from_thread, unsigned __site) {
  int __misfit = __chv_launch_misfit(__shape, __stream == cudaStreamTailLaunch);
  if (!__misfit && __atomic_fetch_add(&__chv_launches.__pending, 1, __ATOMIC_RELAXED) >= __chv_launches.__pending_max)
    __misfit = cudaErrorLaunchPendingCountExceeded;
  __chv_launched *__entry = (__chv_launched *)((char *)__parameters - ((unsigned *)__parameters)[-1]);
  __entry->__kernel_ = __kernel_;
  for (int __axis = 0; __axis < 6; ++__axis) __entry->__shape[__axis] = __shape[__axis];
  __entry->__shared_bytes = __shared_bytes;
  if (__misfit) __entry->__error = __chv_launch_error_of(__misfit, __from_thread, 1);
  __chv_launch_keep(__parameters, __misfit ? 4 : 1, __stream, __from_thread, __site);
  return __misfit;
}

__CHV_LAUNCH_DEVICE int __chv_launch_transfer(unsigned __kind, void *__to, const void *__from, unsigned __byte, const size_t *__extents,
                                              cudaStream_t __stream, unsigned __from_thread, unsigned __site) {
  if (!__extents[0] || !__extents[1] || !__extents[2]) return 0;
  auto *__rows = (__chv_launched_rows *)__chv_launch_room(16, sizeof(__chv_launched_rows));
  if (!__rows) return __chv_launch_error_of(cudaErrorLaunchPendingCountExceeded, __from_thread, 1), cudaErrorLaunchPendingCountExceeded;
  __rows->__to = (unsigned long long)__to;
  __rows->__from = (unsigned long long)__from;
  __rows->__byte = __byte;
  for (int __i = 0; __i < 7; ++__i) __rows->__extents[__i] = __extents[__i];
  __chv_launch_keep(__rows, 2 + __kind, __stream, __from_thread, __site);
  return 0;
}

__CHV_LAUNCH_DEVICE void *__chv_malloc(size_t __bytes) { return malloc(__bytes); }
__CHV_LAUNCH_DEVICE int __chv_runtime_free(void *__ptr) { return free(__ptr), 0; }
__CHV_LAUNCH_DEVICE void *__chv_runtime_handle() {
  return (void *)((__atomic_fetch_add(&__chv_launches.__handles, 1ull, __ATOMIC_RELAXED) + 1ull) << 8);
}
__CHV_LAUNCH_DEVICE int __chv_runtime_device(int *__device_, int *__count) {
  if (__device_) *__device_ = __chv_launches.__device_;
  if (__count) *__count = __chv_launches.__devices;
  return 0;
}
__CHV_LAUNCH_DEVICE int __chv_runtime_attribute(int *__value, int __attr, int __device_) {
  if (__device_ != __chv_launches.__device_) return cudaErrorInvalidDevice;
  if (__attr < 1 || __attr >= 256 || __chv_launches.__attributes[__attr] == -1) return cudaErrorInvalidValue;
  return *__value = __chv_launches.__attributes[__attr], 0;
}
__CHV_LAUNCH_DEVICE int __chv_runtime_limit(size_t *__value, int __limit) {
  if (__limit < 0 || __limit >= 8 || __chv_launches.__limits[__limit] == ~0ull) return cudaErrorUnsupportedLimit;
  return *__value = __chv_launches.__limits[__limit], 0;
}

// The errors that the device itself finds; of others nothing is known there.
__CHV_LAUNCH_DEVICE const char *__chv_runtime_error_text(int __status, int __as_name) {
#define __CHV_TEXT(name, text) \
  case name: return __as_name ? #name : text;
  switch (__status) {
    __CHV_TEXT(cudaSuccess, "no error")
    __CHV_TEXT(cudaErrorInvalidValue, "invalid argument")
    __CHV_TEXT(cudaErrorMemoryAllocation, "out of memory")
    __CHV_TEXT(cudaErrorInvalidConfiguration, "invalid configuration argument")
    __CHV_TEXT(cudaErrorInvalidDevice, "invalid device ordinal")
    __CHV_TEXT(cudaErrorInvalidResourceHandle, "invalid resource handle")
    __CHV_TEXT(cudaErrorUnsupportedLimit, "limit is not supported on this architecture")
    __CHV_TEXT(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches")
    __CHV_TEXT(cudaErrorLaunchPendingCountExceeded, "launch failed due to insufficient space in the pending launch buffer")
    default: return __as_name ? "cudaErrorUnknown" : "unknown error";
  }
#undef __CHV_TEXT
}

// What no GPU has in Chevron yet: refused where code that runs calls it (`emit/nvptx/externals.rs`).
__device__ int __chv_runtime_function(cudaFuncAttributes *__attributes, const void *__kernel_);
__device__ int __chv_runtime_occupancy(int *__blocks, const void *__kernel_, int __threads, size_t __shared_bytes);
__device__ void __chv_sync_children(unsigned __site);

#undef __CHV_LAUNCH_DEVICE
}
