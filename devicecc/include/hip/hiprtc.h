// hipRTC compiles source text at run time. Its types are here, so that headers which mention them compile; a call says that it is not there.
#pragma once

#include "hip_runtime.h"

typedef struct _hiprtcProgram *hiprtcProgram;
typedef struct ihiprtcLinkState *hiprtcLinkState;
typedef enum hiprtcResult {
  HIPRTC_SUCCESS = 0, HIPRTC_ERROR_OUT_OF_MEMORY = 1, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4, HIPRTC_ERROR_INVALID_OPTION = 5, HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7, HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_INTERNAL_ERROR = 11, HIPRTC_ERROR_LINKING = 100
} hiprtcResult;

#define __CHV_NO(name) hiprtcResult name(...) __CHV_ABSENT_CALL("`" #name "` (hipRTC: source text compiled at run time)");
__CHV_NO(hiprtcVersion)
__CHV_NO(hiprtcCreateProgram)
__CHV_NO(hiprtcCompileProgram)
__CHV_NO(hiprtcDestroyProgram)
__CHV_NO(hiprtcAddNameExpression)
__CHV_NO(hiprtcGetLoweredName)
__CHV_NO(hiprtcGetProgramLog)
__CHV_NO(hiprtcGetProgramLogSize)
__CHV_NO(hiprtcGetCode)
__CHV_NO(hiprtcGetCodeSize)
__CHV_NO(hiprtcGetBitcode)
__CHV_NO(hiprtcGetBitcodeSize)
__CHV_NO(hiprtcLinkCreate)
__CHV_NO(hiprtcLinkAddFile)
__CHV_NO(hiprtcLinkAddData)
__CHV_NO(hiprtcLinkComplete)
__CHV_NO(hiprtcLinkDestroy)
#undef __CHV_NO
const char *hiprtcGetErrorString(...) __CHV_ABSENT_CALL("`hiprtcGetErrorString` (hipRTC: source text compiled at run time)");
