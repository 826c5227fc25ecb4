// Driver API: memory pools, managed memory and batches of copies, over the runtime API's functions.
#pragma once

#include "driver_virtual_memory.h"
#include "runtime_batches.h"

typedef enum CUmemPool_attribute_enum {
  CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
  CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
  CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6, CU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7, CU_MEMPOOL_ATTR_USED_MEM_HIGH = 8
} CUmemPool_attribute;
// As the runtime API has it, but for the types' names.
typedef struct CUmemPoolProps_st {
  CUmemAllocationType allocType;
  CUmemAllocationHandleType handleTypes;
  CUmemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
} CUmemPoolProps;
static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps) && sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc), "both interfaces have the same");
__CHV_CU(cuMemPoolCreate, (CUmemoryPool * __pool, const CUmemPoolProps *__wanted), cudaMemPoolCreate(__pool, (const cudaMemPoolProps *)__wanted))
__CHV_CU(cuMemPoolGetAttribute, (CUmemoryPool __pool, CUmemPool_attribute __which, void *__value),
         cudaMemPoolGetAttribute(__pool, (cudaMemPoolAttr)__which, __value))
__CHV_CU(cuMemPoolSetAttribute, (CUmemoryPool __pool, CUmemPool_attribute __which, void *__value),
         cudaMemPoolSetAttribute(__pool, (cudaMemPoolAttr)__which, __value))
__CHV_CU(cuMemPoolSetAccess, (CUmemoryPool __pool, const CUmemAccessDesc *__list, size_t __count),
         cudaMemPoolSetAccess(__pool, (const cudaMemAccessDesc *)__list, __count))
__CHV_CU(cuMemPoolGetAccess, (CUmemAccess_flags * __flags, CUmemoryPool __pool, CUmemLocation *__location),
         cudaMemPoolGetAccess((cudaMemAccessFlags *)__flags, __pool, (cudaMemLocation *)__location))
typedef cudaMemPoolPtrExportData CUmemPoolPtrExportData;
__CHV_CU(cuMemPoolExportToShareableHandle, (void *__handle, CUmemoryPool __pool, CUmemAllocationHandleType __kind, unsigned long long __flags),
         cudaMemPoolExportToShareableHandle(__handle, __pool, (cudaMemAllocationHandleType)__kind, (unsigned)__flags))
__CHV_CU(cuMemPoolImportFromShareableHandle,
         (CUmemoryPool * __pool, void *__handle, CUmemAllocationHandleType __kind, unsigned long long __flags),
         cudaMemPoolImportFromShareableHandle(__pool, __handle, (cudaMemAllocationHandleType)__kind, (unsigned)__flags))
__CHV_CU(cuMemPoolExportPointer, (CUmemPoolPtrExportData * __data, CUdeviceptr __memory), cudaMemPoolExportPointer(__data, (void *)__memory))
__CHV_CU(cuMemPoolImportPointer, (CUdeviceptr * __memory, CUmemoryPool __pool, CUmemPoolPtrExportData *__data),
         cudaMemPoolImportPointer((void **)__memory, __pool, __data))
__CHV_CU(cuMemGetDefaultMemPool, (CUmemoryPool * __pool, CUmemLocation *__location, CUmemAllocationType __type),
         cudaMemGetDefaultMemPool(__pool, (cudaMemLocation *)__location, (cudaMemAllocationType)__type))
__CHV_CU(cuMemGetMemPool, (CUmemoryPool * __pool, CUmemLocation *__location, CUmemAllocationType __type),
         cudaMemGetMemPool(__pool, (cudaMemLocation *)__location, (cudaMemAllocationType)__type))
__CHV_CU(cuMemSetMemPool, (CUmemLocation * __location, CUmemAllocationType __type, CUmemoryPool __pool),
         cudaMemSetMemPool((cudaMemLocation *)__location, (cudaMemAllocationType)__type, __pool))

#define CU_DEVICE_CPU ((CUdevice)-1)
#define CU_DEVICE_INVALID ((CUdevice)-2)
typedef enum CUmem_range_attribute_enum {
  CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 5,
  CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 6, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
  CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8
} CUmem_range_attribute;
inline cudaMemLocation __chv_location(CUmemLocation __given) { return {(cudaMemLocationType)__given.type, __given.id}; }
__CHV_CU(cuMemAdvise, (CUdeviceptr __memory, size_t __bytes, CUmem_advise __advice, CUmemLocation __location),
         cudaMemAdvise((const void *)__memory, __bytes, (cudaMemoryAdvise)__advice, __chv_location(__location)))
__CHV_CU(cuMemPrefetchAsync, (CUdeviceptr __memory, size_t __bytes, CUmemLocation __location, unsigned __flags, CUstream __stream),
         cudaMemPrefetchAsync((const void *)__memory, __bytes, __chv_location(__location), __flags, __stream))
// As CUDA 12 had them.
__CHV_CU(cuMemAdvise, (CUdeviceptr __memory, size_t __bytes, CUmem_advise __advice, CUdevice __device),
         cudaMemAdvise((const void *)__memory, __bytes, (cudaMemoryAdvise)__advice, __device))
__CHV_CU(cuMemPrefetchAsync, (CUdeviceptr __memory, size_t __bytes, CUdevice __device, CUstream __stream),
         cudaMemPrefetchAsync((const void *)__memory, __bytes, __device, __stream))
__CHV_CU(cuMemRangeGetAttribute, (void *__value, size_t __value_bytes, CUmem_range_attribute __which, CUdeviceptr __memory, size_t __bytes),
         cudaMemRangeGetAttribute(__value, __value_bytes, (cudaMemRangeAttribute)__which, (const void *)__memory, __bytes))
__CHV_CU(cuMemRangeGetAttributes,
         (void **__values, size_t *__value_bytes, CUmem_range_attribute *__which, size_t __count, CUdeviceptr __memory, size_t __bytes),
         cudaMemRangeGetAttributes(__values, __value_bytes, (cudaMemRangeAttribute *)__which, __count, (const void *)__memory, __bytes))
__CHV_CU(cuStreamAttachMemAsync, (CUstream __stream, CUdeviceptr __memory, size_t __bytes, unsigned __flags),
         cudaStreamAttachMemAsync(__stream, (void *)__memory, __bytes, __flags))

typedef enum CUmemcpySrcAccessOrder_enum {
  CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1, CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 2,
  CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 3, CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 0x7fffffff
} CUmemcpySrcAccessOrder;
typedef struct CUmemcpyAttributes_st {
  CUmemcpySrcAccessOrder srcAccessOrder;
  CUmemLocation srcLocHint, dstLocHint;
  unsigned flags;
} CUmemcpyAttributes;
static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes), "both interfaces have the same");
typedef enum CUmemcpyFlags_enum { CU_MEMCPY_FLAG_DEFAULT = 0x0, CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 0x1 } CUmemcpyFlags;
typedef enum CUmemcpy3DOperandType_enum {
  CU_MEMCPY_OPERAND_TYPE_POINTER = 0x1, CU_MEMCPY_OPERAND_TYPE_ARRAY = 0x2, CU_MEMCPY_OPERAND_TYPE_MAX = 0x7fffffff
} CUmemcpy3DOperandType;
typedef struct CUoffset3D_st { size_t x, y, z; } CUoffset3D;
typedef struct CUextent3D_st { size_t width, height, depth; } CUextent3D;
typedef struct CUmemcpy3DOperand_st {
  CUmemcpy3DOperandType type;
  union {
    struct {
      CUdeviceptr ptr;
      size_t rowLength, layerHeight;
      CUmemLocation locHint;
    } ptr;
    struct {
      CUarray array;
      CUoffset3D offset;
    } array;
  } op;
} CUmemcpy3DOperand;
typedef struct CUDA_MEMCPY3D_BATCH_OP_st {
  CUmemcpy3DOperand src, dst;
  CUextent3D extent;
  CUmemcpySrcAccessOrder srcAccessOrder;
  unsigned flags;
} CUDA_MEMCPY3D_BATCH_OP;
static_assert(sizeof(CUDA_MEMCPY3D_BATCH_OP) == sizeof(cudaMemcpy3DBatchOp), "both interfaces have the same");
__CHV_CU(cuMemcpy3DBatchAsync, (size_t __count, CUDA_MEMCPY3D_BATCH_OP *__list, unsigned long long __flags, CUstream __stream),
         cudaMemcpy3DBatchAsync(__count, (cudaMemcpy3DBatchOp *)__list, __flags, __stream))
__CHV_CU(cuMemcpyBatchAsync,
         (CUdeviceptr * __to, CUdeviceptr *__from, size_t *__bytes, size_t __count, CUmemcpyAttributes *__attributes, size_t *__from_which,
          size_t __attribute_count, CUstream __stream),
         cudaMemcpyBatchAsync((const void **)__to, (const void **)__from, __bytes, __count, (cudaMemcpyAttributes *)__attributes, __from_which,
                              __attribute_count, __stream))
// As CUDA 12.8 had it. What fails is no certain copy.
inline CUresult cuMemcpyBatchAsync(CUdeviceptr *__to, CUdeviceptr *__from, size_t *__bytes, size_t __count, CUmemcpyAttributes *__attributes,
                                   size_t *__from_which, size_t __attribute_count, size_t *__failed, CUstream __stream) {
  if (__failed) *__failed = ~(size_t)0;
  return cuMemcpyBatchAsync(__to, __from, __bytes, __count, __attributes, __from_which, __attribute_count, __stream);
}
__CHV_CU(cuMemPrefetchBatchAsync,
         (CUdeviceptr * __memory, size_t *__bytes, size_t __count, CUmemLocation *__locations, size_t *__from_which, size_t __location_count,
          unsigned long long __flags, CUstream __stream),
         cudaMemPrefetchBatchAsync((void **)__memory, __bytes, __count, (cudaMemLocation *)__locations, __from_which, __location_count, __flags, __stream))
__CHV_CU(cuMemDiscardBatchAsync, (CUdeviceptr * __memory, size_t *__bytes, size_t __count, unsigned long long __flags, CUstream __stream),
         cudaMemDiscardBatchAsync((void **)__memory, __bytes, __count, __flags, __stream))
__CHV_CU(cuMemDiscardAndPrefetchBatchAsync,
         (CUdeviceptr * __memory, size_t *__bytes, size_t __count, CUmemLocation *__locations, size_t *__from_which, size_t __location_count,
          unsigned long long __flags, CUstream __stream),
         cudaMemDiscardAndPrefetchBatchAsync((void **)__memory, __bytes, __count, (cudaMemLocation *)__locations, __from_which, __location_count, __flags,
                                             __stream))
