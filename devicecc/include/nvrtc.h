// NVRTC: source text compiled at run time, by the compiler of the session. What comes of it is an image that `cuModuleLoadData` takes; PTX it is not.
#pragma once

// NVIDIA's include guard: programs ask for it.
#define __NVRTC_H__

#include "chevron/rtc.h"

#include <string>
#ifndef __CUDA_ARCH__
#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>
#endif

typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum {
  NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11, NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13, NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14, NVRTC_ERROR_PCH_CREATE = 15, NVRTC_ERROR_CANCELLED = 16,
  NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

inline const char *nvrtcGetErrorString(nvrtcResult __result) {
  switch (__result) {
#define __CHV_NAMED(name) case name: return #name;
    __CHV_NAMED(NVRTC_SUCCESS)
    __CHV_NAMED(NVRTC_ERROR_OUT_OF_MEMORY)
    __CHV_NAMED(NVRTC_ERROR_PROGRAM_CREATION_FAILURE)
    __CHV_NAMED(NVRTC_ERROR_INVALID_INPUT)
    __CHV_NAMED(NVRTC_ERROR_INVALID_PROGRAM)
    __CHV_NAMED(NVRTC_ERROR_INVALID_OPTION)
    __CHV_NAMED(NVRTC_ERROR_COMPILATION)
    __CHV_NAMED(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    __CHV_NAMED(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    __CHV_NAMED(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    __CHV_NAMED(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    __CHV_NAMED(NVRTC_ERROR_INTERNAL_ERROR)
    __CHV_NAMED(NVRTC_ERROR_TIME_FILE_WRITE_FAILED)
    __CHV_NAMED(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED)
    __CHV_NAMED(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED)
    __CHV_NAMED(NVRTC_ERROR_PCH_CREATE)
    __CHV_NAMED(NVRTC_ERROR_CANCELLED)
    __CHV_NAMED(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED)
#undef __CHV_NAMED
    default: return "NVRTC_ERROR unknown";
  }
}

inline nvrtcResult nvrtcVersion(int *__major, int *__minor) {
  if (!__major || !__minor) return NVRTC_ERROR_INVALID_INPUT;
  *__major = 13, *__minor = 0;
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetNumSupportedArchs(int *__count) {
  if (!__count) return NVRTC_ERROR_INVALID_INPUT;
  *__count = __CHV_RTC_ARCHITECTURES;
  return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcGetSupportedArchs(int *__architectures) {
  if (!__architectures) return NVRTC_ERROR_INVALID_INPUT;
  for (int __i = 0; __i < __CHV_RTC_ARCHITECTURES; ++__i) __architectures[__i] = __chv_rtc_architectures[__i];
  return NVRTC_SUCCESS;
}

#define __CHV_NVRTC(name, parameters, call) \
  inline nvrtcResult name parameters { return (nvrtcResult)(call); }
__CHV_NVRTC(nvrtcCreateProgram,
            (nvrtcProgram * __program, const char *__source, const char *__name, int __count, const char *const *__headers, const char *const *__names),
            __chv_rtc_create((void **)__program, __source, __name, __count, __headers, __names))
__CHV_NVRTC(nvrtcDestroyProgram, (nvrtcProgram * __program), __chv_rtc_destroy((void **)__program))
__CHV_NVRTC(nvrtcCompileProgram, (nvrtcProgram __program, int __count, const char *const *__options),
            __chv_rtc_compile(__program, __count, __options, /*hip=*/0))
__CHV_NVRTC(nvrtcAddNameExpression, (nvrtcProgram __program, const char *__name), __chv_rtc_add_name(__program, __name))
__CHV_NVRTC(nvrtcGetLoweredName, (nvrtcProgram __program, const char *__name, const char **__lowered),
            __chv_rtc_lowered_name(__program, __name, __lowered))
__CHV_NVRTC(nvrtcGetPTXSize, (nvrtcProgram __program, size_t *__bytes), __chv_rtc_image_size(__program, __bytes))
__CHV_NVRTC(nvrtcGetPTX, (nvrtcProgram __program, char *__image), __chv_rtc_image(__program, __image))
__CHV_NVRTC(nvrtcGetCUBINSize, (nvrtcProgram __program, size_t *__bytes), __chv_rtc_image_size(__program, __bytes))
__CHV_NVRTC(nvrtcGetCUBIN, (nvrtcProgram __program, char *__image), __chv_rtc_image(__program, __image))
__CHV_NVRTC(nvrtcGetProgramLogSize, (nvrtcProgram __program, size_t *__bytes), __chv_rtc_log_size(__program, __bytes))
__CHV_NVRTC(nvrtcGetProgramLog, (nvrtcProgram __program, char *__log), __chv_rtc_log(__program, __log))
#undef __CHV_NVRTC

// The name of a type, for name expressions.
template <class __T> nvrtcResult nvrtcGetTypeName(std::string *__name);
#ifndef __CUDA_ARCH__
template <class __T> struct __chv_rtc_type;
template <class __T> nvrtcResult nvrtcGetTypeName(std::string *__name) {
  if (!__name) return NVRTC_ERROR_INVALID_INPUT;
  int __status = 0;
  // A reference or qualifier of the type itself is kept only within another type.
  char *__text = abi::__cxa_demangle(typeid(__chv_rtc_type<__T> *).name(), nullptr, nullptr, &__status);
  if (!__text) return NVRTC_ERROR_INTERNAL_ERROR;
  const std::string __whole = __text;
  std::free(__text);
  const size_t __begin = __whole.find('<') + 1;
  size_t __end = __whole.rfind('>');
  while (__end > __begin && __whole[__end - 1] == ' ') --__end;
  *__name = __whole.substr(__begin, __end - __begin);
  return NVRTC_SUCCESS;
}
#endif

#define __CHV_NVRTC(name) nvrtcResult name(...) __CHV_ABSENT_CALL("`" #name "` (NVRTC beyond programs, logs and images)");
__CHV_NVRTC(nvrtcGetLTOIR)
__CHV_NVRTC(nvrtcGetLTOIRSize)
__CHV_NVRTC(nvrtcGetOptiXIR)
__CHV_NVRTC(nvrtcGetOptiXIRSize)
__CHV_NVRTC(nvrtcGetPCHCreateStatus)
__CHV_NVRTC(nvrtcGetPCHHeapSize)
__CHV_NVRTC(nvrtcGetPCHHeapSizeRequired)
__CHV_NVRTC(nvrtcSetFlowCallback)
__CHV_NVRTC(nvrtcSetPCHHeapSize)
#undef __CHV_NVRTC
