// Driver API: virtual memory management. Addresses are reserved, pieces of memory made, and a piece is mapped at addresses.
#pragma once

#include "driver_contexts.h"
#include "virtual_memory.h"

typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp;
typedef CUmemAllocationProp CUmemAllocationProp_v1;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;
typedef CUmemAccessDesc CUmemAccessDesc_v1;
typedef enum CUmemAllocationCompType_enum { CU_MEM_ALLOCATION_COMP_NONE = 0x0, CU_MEM_ALLOCATION_COMP_GENERIC = 0x1 } CUmemAllocationCompType;

// What memory is asked for: of a device, and shared by file descriptors if at all. Compressed memory is given uncompressed, as CUDA does where it has none.
inline CUresult __chv_wanted_memory(const CUmemAllocationProp *__wanted) {
  if (!__wanted || __wanted->type != CU_MEM_ALLOCATION_TYPE_PINNED) return CUDA_ERROR_INVALID_VALUE;
  if (__wanted->location.type != CU_MEM_LOCATION_TYPE_DEVICE) {
    const bool __known = __wanted->location.type > CU_MEM_LOCATION_TYPE_DEVICE && __wanted->location.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
    return __known ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
  }
  return __wanted->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
inline CUresult cuMemGetAllocationGranularity(size_t *__bytes, const CUmemAllocationProp *__wanted, CUmemAllocationGranularity_flags __which) {
  if (!__bytes || __which < CU_MEM_ALLOC_GRANULARITY_MINIMUM || __which > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) return CUDA_ERROR_INVALID_VALUE;
  const CUresult __error = __chv_wanted_memory(__wanted);
  return __error ? __error : (CUresult)__chv_virtual_granularity(__bytes, __wanted->location.id);
}
inline CUresult cuMemAddressReserve(CUdeviceptr *__base, size_t __bytes, size_t __alignment, CUdeviceptr __wished, unsigned long long __flags) {
  return __flags ? CUDA_ERROR_INVALID_VALUE : (CUresult)__chv_virtual_reserve((void **)__base, __bytes, __alignment, (const void *)__wished);
}
__CHV_CU(cuMemAddressFree, (CUdeviceptr __base, size_t __bytes), __chv_virtual_free((const void *)__base, __bytes))
inline CUresult cuMemCreate(CUmemGenericAllocationHandle *__piece, size_t __bytes, const CUmemAllocationProp *__wanted, unsigned long long __flags) {
  if (!__piece || __flags) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult __error = __chv_wanted_memory(__wanted)) return __error;
  return (CUresult)__chv_piece_create((size_t *)__piece, __bytes, __wanted->location.id, __wanted->requestedHandleTypes != 0);
}
__CHV_CU(cuMemRelease, (CUmemGenericAllocationHandle __piece), __chv_piece_release(__piece))
inline CUresult cuMemMap(CUdeviceptr __place, size_t __bytes, size_t __offset, CUmemGenericAllocationHandle __piece, unsigned long long __flags) {
  if (__flags) return CUDA_ERROR_INVALID_VALUE;
  // CUDA has no other offset than 0 either.
  return __offset ? CUDA_ERROR_NOT_SUPPORTED : (CUresult)__chv_virtual_map((const void *)__place, __bytes, __piece);
}
__CHV_CU(cuMemUnmap, (CUdeviceptr __place, size_t __bytes), __chv_virtual_unmap((const void *)__place, __bytes))
inline CUresult cuMemSetAccess(CUdeviceptr __place, size_t __bytes, const CUmemAccessDesc *__list, size_t __count) {
  if (!__list || !__count) return CUDA_ERROR_INVALID_VALUE;
  for (size_t __i = 0; __i < __count; ++__i) {
    const CUmemAccessDesc &__one = __list[__i];
    if (__one.location.type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_NOT_SUPPORTED;
    const cudaError_t __error = __chv_virtual_set_access((const void *)__place, __bytes, __one.location.id, __one.flags);
    if (__error) return (CUresult)__error;
  }
  return CUDA_SUCCESS;
}
inline CUresult cuMemGetAccess(unsigned long long *__flags, const CUmemLocation *__location, CUdeviceptr __place) {
  if (!__flags || !__location || __location->type != CU_MEM_LOCATION_TYPE_DEVICE) return CUDA_ERROR_INVALID_VALUE;
  return (CUresult)__chv_virtual_access(__flags, (const void *)__place, __location->id);
}
__CHV_CU(cuMemRetainAllocationHandle, (CUmemGenericAllocationHandle * __piece, void *__inside), __chv_piece_retain((size_t *)__piece, __inside))
inline CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *__found, CUmemGenericAllocationHandle __piece) {
  int __device = 0, __shareable = 0;
  if (!__found) return CUDA_ERROR_INVALID_VALUE;
  if (const cudaError_t __error = __chv_piece_properties(&__device, &__shareable, __piece)) return (CUresult)__error;
  *__found = {};
  __found->type = CU_MEM_ALLOCATION_TYPE_PINNED;
  __found->requestedHandleTypes = __shareable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
  __found->location = {CU_MEM_LOCATION_TYPE_DEVICE, __device};
  return CUDA_SUCCESS;
}
// A handle that another process opens memory by is a file descriptor, which is the caller's to close. It goes in by value.
inline CUresult cuMemExportToShareableHandle(void *__file, CUmemGenericAllocationHandle __piece, CUmemAllocationHandleType __type,
                                             unsigned long long __flags) {
  if (!__file || __flags || __type == CU_MEM_HANDLE_TYPE_NONE) return CUDA_ERROR_INVALID_VALUE;
  return __type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ? (CUresult)__chv_piece_export((int *)__file, __piece) : CUDA_ERROR_NOT_SUPPORTED;
}
inline CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *__piece, void *__file, CUmemAllocationHandleType __type) {
  if (!__piece || __type == CU_MEM_HANDLE_TYPE_NONE) return CUDA_ERROR_INVALID_VALUE;
  const bool __known = __type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  return __known ? (CUresult)__chv_piece_import((size_t *)__piece, (int)(size_t)__file) : CUDA_ERROR_NOT_SUPPORTED;
}
