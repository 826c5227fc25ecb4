// Driver API: memory operations in streams.
#pragma once

#include "driver_contexts.h"
#include "stream_values.h"

typedef unsigned cuuint32_t;
typedef unsigned long long cuuint64_t;
typedef enum CUstreamWaitValue_flags_enum {
  CU_STREAM_WAIT_VALUE_GEQ = 0x0, CU_STREAM_WAIT_VALUE_EQ = 0x1, CU_STREAM_WAIT_VALUE_AND = 0x2, CU_STREAM_WAIT_VALUE_NOR = 0x3,
  CU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} CUstreamWaitValue_flags;
typedef enum CUstreamWriteValue_flags_enum {
  CU_STREAM_WRITE_VALUE_DEFAULT = 0x0, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 0x1
} CUstreamWriteValue_flags;
typedef enum CUstreamBatchMemOpType_enum {
  CU_STREAM_MEM_OP_WAIT_VALUE_32 = 1, CU_STREAM_MEM_OP_WRITE_VALUE_32 = 2, CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
  CU_STREAM_MEM_OP_WAIT_VALUE_64 = 4, CU_STREAM_MEM_OP_WRITE_VALUE_64 = 5, CU_STREAM_MEM_OP_BARRIER = 6
} CUstreamBatchMemOpType;
typedef union CUstreamBatchMemOpParams_union {
  CUstreamBatchMemOpType operation;
  struct CUstreamMemOpWaitValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned flags;
    CUdeviceptr alias;
  } waitValue;
  struct CUstreamMemOpWriteValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned flags;
    CUdeviceptr alias;
  } writeValue;
  struct CUstreamMemOpFlushRemoteWritesParams_st {
    CUstreamBatchMemOpType operation;
    unsigned flags;
  } flushRemoteWrites;
  struct CUstreamMemOpMemoryBarrierParams_st {
    CUstreamBatchMemOpType operation;
    unsigned flags;
  } memoryBarrier;
  cuuint64_t pad[6];
} CUstreamBatchMemOpParams;

// Managed memory is refused, as CUDA's driver does; HIP takes it.
inline bool __chv_takes_words(CUdeviceptr __word) {
  cudaPointerAttributes __of;
  return cudaPointerGetAttributes(&__of, (const void *)__word) != cudaSuccess || __of.type != cudaMemoryTypeManaged;
}
__CHV_CU(cuStreamWaitValue32, (CUstream __stream, CUdeviceptr __word, cuuint32_t __value, unsigned __flags),
         !__chv_takes_words(__word) ? cudaErrorInvalidValue : __chv_stream_wait_value(__stream, (void *)__word, __value, ~0ull, 0, __flags))
__CHV_CU(cuStreamWaitValue64, (CUstream __stream, CUdeviceptr __word, cuuint64_t __value, unsigned __flags),
         !__chv_takes_words(__word) ? cudaErrorInvalidValue : __chv_stream_wait_value(__stream, (void *)__word, __value, ~0ull, 1, __flags))
__CHV_CU(cuStreamWriteValue32, (CUstream __stream, CUdeviceptr __word, cuuint32_t __value, unsigned __flags),
         !__chv_takes_words(__word) ? cudaErrorInvalidValue : __chv_stream_write_value(__stream, (void *)__word, __value, 0, __flags))
__CHV_CU(cuStreamWriteValue64, (CUstream __stream, CUdeviceptr __word, cuuint64_t __value, unsigned __flags),
         !__chv_takes_words(__word) ? cudaErrorInvalidValue : __chv_stream_write_value(__stream, (void *)__word, __value, 1, __flags))
inline CUresult cuStreamBatchMemOp(CUstream __stream, unsigned __count, CUstreamBatchMemOpParams *__list, unsigned __flags) {
  if (__count > 256 || (!__list && __count) || __flags) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned __i = 0; __i < __count; ++__i) {
    const auto &__wait = __list[__i].waitValue;
    const auto &__write = __list[__i].writeValue;
    CUresult __error = CUDA_SUCCESS;
    switch (__list[__i].operation) {
      case CU_STREAM_MEM_OP_WAIT_VALUE_32: __error = cuStreamWaitValue32(__stream, __wait.address, __wait.value, __wait.flags); break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_64: __error = cuStreamWaitValue64(__stream, __wait.address, __wait.value64, __wait.flags); break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_32: __error = cuStreamWriteValue32(__stream, __write.address, __write.value, __write.flags); break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_64: __error = cuStreamWriteValue64(__stream, __write.address, __write.value64, __write.flags); break;
      // What comes before in the stream has happened.
      case CU_STREAM_MEM_OP_BARRIER: break;
      case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return CUDA_ERROR_NOT_SUPPORTED;
      default: return CUDA_ERROR_INVALID_VALUE;
    }
    if (__error) return __error;
  }
  return CUDA_SUCCESS;
}
