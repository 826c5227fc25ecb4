// NVRTC: source text compiled at run time. Not there yet: each use is an error that names it.
#pragma once

#include "chevron/qualifiers.h"

#include <cstddef>

typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum {
  NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11
} nvrtcResult;

#define __CHV_NVRTC(name) nvrtcResult name(...) __CHV_ABSENT_CALL("`" #name "` (NVRTC: source text compiled at run time)");
__CHV_NVRTC(nvrtcAddNameExpression)
__CHV_NVRTC(nvrtcCompileProgram)
__CHV_NVRTC(nvrtcCreateProgram)
__CHV_NVRTC(nvrtcDestroyProgram)
__CHV_NVRTC(nvrtcGetCUBIN)
__CHV_NVRTC(nvrtcGetCUBINSize)
__CHV_NVRTC(nvrtcGetLTOIR)
__CHV_NVRTC(nvrtcGetLTOIRSize)
__CHV_NVRTC(nvrtcGetLoweredName)
__CHV_NVRTC(nvrtcGetNumSupportedArchs)
__CHV_NVRTC(nvrtcGetOptiXIR)
__CHV_NVRTC(nvrtcGetOptiXIRSize)
__CHV_NVRTC(nvrtcGetPCHCreateStatus)
__CHV_NVRTC(nvrtcGetPCHHeapSize)
__CHV_NVRTC(nvrtcGetPCHHeapSizeRequired)
__CHV_NVRTC(nvrtcGetPTX)
__CHV_NVRTC(nvrtcGetPTXSize)
__CHV_NVRTC(nvrtcGetProgramLog)
__CHV_NVRTC(nvrtcGetProgramLogSize)
__CHV_NVRTC(nvrtcGetSupportedArchs)
__CHV_NVRTC(nvrtcGetTypeName)
__CHV_NVRTC(nvrtcSetFlowCallback)
__CHV_NVRTC(nvrtcSetPCHHeapSize)
__CHV_NVRTC(nvrtcVersion)
#undef __CHV_NVRTC
const char *nvrtcGetErrorString(nvrtcResult __result) __CHV_ABSENT_CALL("`nvrtcGetErrorString` (NVRTC: source text compiled at run time)");
