// NVTX: a program's marks for a profiler. None listens, so they do nothing, as in NVIDIA's own header when no profiler runs.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2, NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2, NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4, NVTX_PAYLOAD_TYPE_INT32 = 5, NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define __CHV_NVTX static inline __attribute__((__unused__))
__CHV_NVTX void nvtxInitialize(const void *) {}
__CHV_NVTX void nvtxMarkA(const char *) {}
__CHV_NVTX void nvtxMarkW(const wchar_t *) {}
__CHV_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *) {}
__CHV_NVTX int nvtxRangePushA(const char *) { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX int nvtxRangePushW(const wchar_t *) { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *) { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX int nvtxRangePop() { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX nvtxRangeId_t nvtxRangeStartA(const char *) { return 0; }
__CHV_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t *) { return 0; }
__CHV_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *) { return 0; }
__CHV_NVTX void nvtxRangeEnd(nvtxRangeId_t) {}
__CHV_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *) { return 0; }
__CHV_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *) { return 0; }
__CHV_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t) {}
__CHV_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t, const char *) { return 0; }
__CHV_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t, const wchar_t *) { return 0; }
__CHV_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *) {}
__CHV_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *) { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t) { return NVTX_NO_PUSH_POP_TRACKING; }
__CHV_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *) { return 0; }
__CHV_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t, nvtxRangeId_t) {}
__CHV_NVTX void nvtxNameCategoryA(uint32_t, const char *) {}
__CHV_NVTX void nvtxNameCategoryW(uint32_t, const wchar_t *) {}
__CHV_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t, uint32_t, const char *) {}
__CHV_NVTX void nvtxNameOsThreadA(uint32_t, const char *) {}
__CHV_NVTX void nvtxNameOsThreadW(uint32_t, const wchar_t *) {}
#undef __CHV_NVTX

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangePush nvtxRangePushW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#endif
