// Copies by a group. They are made at once: each thread copies its share before `memcpy_async` returns, and the waits are the
// group's barrier, after which every thread sees all of it.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC

#include "../cooperative_groups.h"

namespace cooperative_groups {

namespace __chv {
template <class __Word, class __Group>
__CHV_DEVICE void copy_share(const __Group &__group, void *__to, const void *__from, __SIZE_TYPE__ __bytes) {
  const __SIZE_TYPE__ __words = __bytes / sizeof(__Word), __step = __group.num_threads();
  for (__SIZE_TYPE__ __i = __group.thread_rank(); __i < __words; __i += __step)
    __builtin_memcpy((char *)__to + __i * sizeof(__Word), (const char *)__from + __i * sizeof(__Word), sizeof(__Word));
  if (sizeof(__Word) > 1 && __group.thread_rank() == 0)
    __builtin_memcpy((char *)__to + __words * sizeof(__Word), (const char *)__from + __words * sizeof(__Word), __bytes % sizeof(__Word));
}
template <class __Group> __CHV_DEVICE void copy(const __Group &__group, void *__to, const void *__from, __SIZE_TYPE__ __bytes) {
  if (__bytes >= 16 * __group.num_threads())
    copy_share<uint4>(__group, __to, __from, __bytes);
  else if (__bytes % 4 == 0)
    copy_share<unsigned>(__group, __to, __from, __bytes);
  else
    copy_share<char>(__group, __to, __from, __bytes);
}
}  // namespace __chv

template <class __Group, class __T> __CHV_DEVICE void memcpy_async(const __Group &__group, __T *__to, const __T *__from, __SIZE_TYPE__ __bytes) {
  __chv::copy(__group, __to, __from, __bytes);
}
template <class __Group> __CHV_DEVICE void memcpy_async(const __Group &__group, void *__to, const void *__from, __SIZE_TYPE__ __bytes) {
  __chv::copy(__group, __to, __from, __bytes);
}
// `cuda::aligned_size_t` and anything like it that converts to a number of bytes.
template <class __Group, class __T, class __Size>
__CHV_DEVICE void memcpy_async(const __Group &__group, __T *__to, const __T *__from, const __Size &__bytes) {
  __chv::copy(__group, __to, __from, (__SIZE_TYPE__)__bytes);
}
// Sizes in elements: as many as both sides have.
template <class __Group, class __T, class __ToLayout, class __FromLayout>
__CHV_DEVICE void memcpy_async(const __Group &__group, __T *__to, const __ToLayout &__to_elements, const __T *__from,
                               const __FromLayout &__from_elements) {
  const __SIZE_TYPE__ __a = (__SIZE_TYPE__)__to_elements, __b = (__SIZE_TYPE__)__from_elements;
  __chv::copy(__group, __to, __from, (__a < __b ? __a : __b) * sizeof(__T));
}
template <class __Group> __CHV_DEVICE void wait(const __Group &__group) { __group.sync(); }
template <unsigned __Stages, class __Group> __CHV_DEVICE void wait_prior(const __Group &__group) { __group.sync(); }

}  // namespace cooperative_groups
