// HIP's linker, of images that hipRTC made. What it makes is the link's own, and goes with it.
#pragma once

#include "hip_modules.h"

typedef enum hipJitInputType {
  hipJitInputCubin = 0, hipJitInputPtx = 1, hipJitInputFatBinary = 2, hipJitInputObject = 3, hipJitInputLibrary = 4, hipJitInputNvvm = 5,
  hipJitNumLegacyInputTypes = 6, hipJitInputLLVMBitcode = 100, hipJitInputLLVMBundledBitcode = 101, hipJitInputLLVMArchivesOfBundledBitcode = 102,
  hipJitInputSpirv = 103, hipJitNumInputTypes = 10
} hipJitInputType;
typedef struct ihiprtcLinkState *hipLinkState_t;

inline hipError_t hipLinkCreate(unsigned __count, hipJitOption *__options, void **__values, hipLinkState_t *__link) {
  return (hipError_t)__chv_link_create((void **)__link, __count, (unsigned *)__options, __values);
}
inline hipError_t hipLinkAddData(hipLinkState_t __link, hipJitInputType __kind, void *__image, size_t __bytes, const char *__name, unsigned __count,
                                 hipJitOption *__options, void **__values) {
  return (hipError_t)__chv_link_add(__link, __kind, __image, __bytes, __name, __count, (unsigned *)__options, __values);
}
inline hipError_t hipLinkAddFile(hipLinkState_t __link, hipJitInputType __kind, const char *__path, unsigned __count, hipJitOption *__options,
                                 void **__values) {
  return (hipError_t)__chv_link_add_file(__link, __kind, __path, __count, (unsigned *)__options, __values);
}
inline hipError_t hipLinkComplete(hipLinkState_t __link, void **__image, size_t *__bytes) {
  return (hipError_t)__chv_link_complete(__link, __image, __bytes);
}
inline hipError_t hipLinkDestroy(hipLinkState_t __link) { return (hipError_t)__chv_link_destroy(__link); }
