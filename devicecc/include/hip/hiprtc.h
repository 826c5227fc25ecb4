// hipRTC: source text compiled at run time, by the compiler of the session. What comes of it is an image that `hipModuleLoadData` takes.
#pragma once

#include "../chevron/rtc.h"
#include "hip_runtime.h"
#include "hip_version.h"

typedef struct _hiprtcProgram *hiprtcProgram;
typedef struct ihiprtcLinkState *hiprtcLinkState;
typedef enum hiprtcResult {
  HIPRTC_SUCCESS = 0, HIPRTC_ERROR_OUT_OF_MEMORY = 1, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4, HIPRTC_ERROR_INVALID_OPTION = 5, HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7, HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_INTERNAL_ERROR = 11, HIPRTC_ERROR_LINKING = 100
} hiprtcResult;

inline const char *hiprtcGetErrorString(hiprtcResult __result) {
  switch (__result) {
#define __CHV_NAMED(name) case name: return #name;
    __CHV_NAMED(HIPRTC_SUCCESS)
    __CHV_NAMED(HIPRTC_ERROR_OUT_OF_MEMORY)
    __CHV_NAMED(HIPRTC_ERROR_PROGRAM_CREATION_FAILURE)
    __CHV_NAMED(HIPRTC_ERROR_INVALID_INPUT)
    __CHV_NAMED(HIPRTC_ERROR_INVALID_PROGRAM)
    __CHV_NAMED(HIPRTC_ERROR_INVALID_OPTION)
    __CHV_NAMED(HIPRTC_ERROR_COMPILATION)
    __CHV_NAMED(HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    __CHV_NAMED(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    __CHV_NAMED(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    __CHV_NAMED(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    __CHV_NAMED(HIPRTC_ERROR_INTERNAL_ERROR)
    __CHV_NAMED(HIPRTC_ERROR_LINKING)
#undef __CHV_NAMED
    default: return "HIPRTC_ERROR unknown";
  }
}

inline hiprtcResult hiprtcVersion(int *__major, int *__minor) {
  if (!__major || !__minor) return HIPRTC_ERROR_INVALID_INPUT;
  *__major = HIP_VERSION_MAJOR, *__minor = HIP_VERSION_MINOR;
  return HIPRTC_SUCCESS;
}

#define __CHV_HIPRTC(name, parameters, call) \
  inline hiprtcResult name parameters { return (hiprtcResult)(call); }
__CHV_HIPRTC(hiprtcCreateProgram,
             (hiprtcProgram * __program, const char *__source, const char *__name, int __count, const char *const *__headers,
              const char *const *__names),
             __chv_rtc_create((void **)__program, __source, __name, __count, __headers, __names))
__CHV_HIPRTC(hiprtcDestroyProgram, (hiprtcProgram * __program), __chv_rtc_destroy((void **)__program))
__CHV_HIPRTC(hiprtcCompileProgram, (hiprtcProgram __program, int __count, const char *const *__options),
             __chv_rtc_compile(__program, __count, __options, /*hip=*/1))
__CHV_HIPRTC(hiprtcAddNameExpression, (hiprtcProgram __program, const char *__name), __chv_rtc_add_name(__program, __name))
__CHV_HIPRTC(hiprtcGetLoweredName, (hiprtcProgram __program, const char *__name, const char **__lowered),
             __chv_rtc_lowered_name(__program, __name, __lowered))
__CHV_HIPRTC(hiprtcGetCodeSize, (hiprtcProgram __program, size_t *__bytes), __chv_rtc_image_size(__program, __bytes))
__CHV_HIPRTC(hiprtcGetCode, (hiprtcProgram __program, char *__image), __chv_rtc_image(__program, __image))
__CHV_HIPRTC(hiprtcGetProgramLogSize, (hiprtcProgram __program, size_t *__bytes), __chv_rtc_log_size(__program, __bytes))
__CHV_HIPRTC(hiprtcGetProgramLog, (hiprtcProgram __program, char *__log), __chv_rtc_log(__program, __log))
#undef __CHV_HIPRTC

#define __CHV_NO(name) hiprtcResult name(...) __CHV_ABSENT_CALL("`" #name "` (hipRTC beyond programs, logs and code)");
__CHV_NO(hiprtcGetBitcode)
__CHV_NO(hiprtcGetBitcodeSize)
#undef __CHV_NO

// The linker, of images that hipRTC made. What it makes is the link's own, and goes with it.
typedef hipJitOption hiprtcJIT_option;
typedef enum hiprtcJITInputType {
  HIPRTC_JIT_INPUT_CUBIN = 0, HIPRTC_JIT_INPUT_PTX = 1, HIPRTC_JIT_INPUT_FATBINARY = 2, HIPRTC_JIT_INPUT_OBJECT = 3, HIPRTC_JIT_INPUT_LIBRARY = 4,
  HIPRTC_JIT_INPUT_NVVM = 5, HIPRTC_JIT_INPUT_LLVM_BITCODE = 100, HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE = 101,
  HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE = 102
} hiprtcJITInputType;
inline hiprtcResult __chv_linked(cudaError_t __error) {
  if (__error == cudaSuccess) return HIPRTC_SUCCESS;
  return __error == cudaErrorInvalidValue || __error == cudaErrorInvalidResourceHandle ? HIPRTC_ERROR_INVALID_INPUT : HIPRTC_ERROR_LINKING;
}
inline hiprtcResult hiprtcLinkCreate(unsigned __count, hiprtcJIT_option *__options, void **__values, hiprtcLinkState *__link) {
  return __chv_linked(__chv_link_create((void **)__link, __count, (unsigned *)__options, __values));
}
inline hiprtcResult hiprtcLinkAddData(hiprtcLinkState __link, hiprtcJITInputType __kind, void *__image, size_t __bytes, const char *__name,
                                      unsigned __count, hiprtcJIT_option *__options, void **__values) {
  return __chv_linked(__chv_link_add(__link, __kind, __image, __bytes, __name, __count, (unsigned *)__options, __values));
}
inline hiprtcResult hiprtcLinkAddFile(hiprtcLinkState __link, hiprtcJITInputType __kind, const char *__path, unsigned __count,
                                      hiprtcJIT_option *__options, void **__values) {
  return __chv_linked(__chv_link_add_file(__link, __kind, __path, __count, (unsigned *)__options, __values));
}
inline hiprtcResult hiprtcLinkComplete(hiprtcLinkState __link, void **__image, size_t *__bytes) {
  return __chv_linked(__chv_link_complete(__link, __image, __bytes));
}
inline hiprtcResult hiprtcLinkDestroy(hiprtcLinkState __link) { return __chv_linked(__chv_link_destroy(__link)); }
