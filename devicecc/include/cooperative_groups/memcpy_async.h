// Copies by a group. They are made at once: each thread copies its share before `memcpy_async` returns, and the waits are the
// group's barrier, after which every thread sees all of it.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

namespace __chv {
template <class Word, class Group>
__CHV_DEVICE void copy_share(const Group &group, void *to, const void *from, __SIZE_TYPE__ bytes) {
  const __SIZE_TYPE__ words = bytes / sizeof(Word), step = group.num_threads();
  for (__SIZE_TYPE__ i = group.thread_rank(); i < words; i += step)
    __builtin_memcpy((char *)to + i * sizeof(Word), (const char *)from + i * sizeof(Word), sizeof(Word));
  if (sizeof(Word) > 1 && group.thread_rank() == 0)
    __builtin_memcpy((char *)to + words * sizeof(Word), (const char *)from + words * sizeof(Word), bytes % sizeof(Word));
}
template <class Group> __CHV_DEVICE void copy(const Group &group, void *to, const void *from, __SIZE_TYPE__ bytes) {
  if (bytes >= 16 * group.num_threads())
    copy_share<uint4>(group, to, from, bytes);
  else if (bytes % 4 == 0)
    copy_share<unsigned>(group, to, from, bytes);
  else
    copy_share<char>(group, to, from, bytes);
}
}  // namespace __chv

template <class Group, class T> __CHV_DEVICE void memcpy_async(const Group &group, T *to, const T *from, __SIZE_TYPE__ bytes) {
  __chv::copy(group, to, from, bytes);
}
template <class Group> __CHV_DEVICE void memcpy_async(const Group &group, void *to, const void *from, __SIZE_TYPE__ bytes) {
  __chv::copy(group, to, from, bytes);
}
// `cuda::aligned_size_t` and anything like it that converts to a number of bytes.
template <class Group, class T, class Size>
__CHV_DEVICE void memcpy_async(const Group &group, T *to, const T *from, const Size &bytes) {
  __chv::copy(group, to, from, (__SIZE_TYPE__)bytes);
}
// Sizes in elements: as many as both sides have.
template <class Group, class T, class ToLayout, class FromLayout>
__CHV_DEVICE void memcpy_async(const Group &group, T *to, const ToLayout &to_elements, const T *from,
                               const FromLayout &from_elements) {
  const __SIZE_TYPE__ a = (__SIZE_TYPE__)to_elements, b = (__SIZE_TYPE__)from_elements;
  __chv::copy(group, to, from, (a < b ? a : b) * sizeof(T));
}
template <class Group> __CHV_DEVICE void wait(const Group &group) { group.sync(); }
template <unsigned Stages, class Group> __CHV_DEVICE void wait_prior(const Group &group) { group.sync(); }

}  // namespace cooperative_groups
