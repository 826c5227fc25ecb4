// Driver API: arrays and the copies that know them, over the runtime API's functions. Both have the same arrays.
#pragma once

#include "array_bytes.h"
#include "driver_contexts.h"
#include "runtime_templates.h"

#define CUDA_ARRAY3D_LAYERED 0x01
#define CUDA_ARRAY3D_2DARRAY 0x01
#define CUDA_ARRAY3D_SURFACE_LDST 0x02
#define CUDA_ARRAY3D_CUBEMAP 0x04
#define CUDA_ARRAY3D_TEXTURE_GATHER 0x08
typedef struct CUDA_ARRAY_DESCRIPTOR_st {
  size_t Width, Height;
  CUarray_format Format;
  unsigned NumChannels;
} CUDA_ARRAY_DESCRIPTOR;
typedef CUDA_ARRAY_DESCRIPTOR CUDA_ARRAY_DESCRIPTOR_v2;
typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
  size_t Width, Height, Depth;
  CUarray_format Format;
  unsigned NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;
typedef CUDA_ARRAY3D_DESCRIPTOR CUDA_ARRAY3D_DESCRIPTOR_v2;
typedef struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
  size_t size, alignment;
  unsigned reserved[4];
} CUDA_ARRAY_MEMORY_REQUIREMENTS;
typedef struct CUDA_MEMCPY2D_st {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;
typedef CUDA_MEMCPY2D CUDA_MEMCPY2D_v2;
typedef struct CUDA_MEMCPY3D_st {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void *reserved0;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void *reserved1;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;
typedef CUDA_MEMCPY3D CUDA_MEMCPY3D_v2;
typedef struct CUDA_MEMCPY3D_PEER_st {
  size_t srcXInBytes, srcY, srcZ, srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  CUcontext srcContext;
  size_t srcPitch, srcHeight;
  size_t dstXInBytes, dstY, dstZ, dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  CUcontext dstContext;
  size_t dstPitch, dstHeight;
  size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D_PEER;

inline cudaArray_t __chv_array(CUarray __array) { return (cudaArray_t)__array; }
inline cudaMipmappedArray_t __chv_array(CUmipmappedArray __array) { return (cudaMipmappedArray_t)__array; }

// Elements as the runtime API describes them, and back. Formats of several planes, of normalized integers or of blocks are not there: they have 0 bits.
inline cudaChannelFormatDesc __chv_channel_format(CUarray_format __format, unsigned __channels) {
  int __bits = 0;
  cudaChannelFormatKind __kind = cudaChannelFormatKindUnsigned;
  switch (__format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: __bits = 8; break;
    case CU_AD_FORMAT_UNSIGNED_INT16: __bits = 16; break;
    case CU_AD_FORMAT_UNSIGNED_INT32: __bits = 32; break;
    case CU_AD_FORMAT_SIGNED_INT8: __bits = 8, __kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT16: __bits = 16, __kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_SIGNED_INT32: __bits = 32, __kind = cudaChannelFormatKindSigned; break;
    case CU_AD_FORMAT_HALF: __bits = 16, __kind = cudaChannelFormatKindFloat; break;
    case CU_AD_FORMAT_FLOAT: __bits = 32, __kind = cudaChannelFormatKindFloat; break;
    default: break;
  }
  if (__channels != 1 && __channels != 2 && __channels != 4) __bits = 0;
  return {__bits, __channels > 1 ? __bits : 0, __channels > 2 ? __bits : 0, __channels > 2 ? __bits : 0, __kind};
}
inline CUarray_format __chv_array_format(const cudaChannelFormatDesc &__format) {
  if (__format.f == cudaChannelFormatKindFloat) return __format.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  const bool __of_signs = __format.f == cudaChannelFormatKindSigned;
  switch (__format.x) {
    case 8: return __of_signs ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
    case 16: return __of_signs ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_UNSIGNED_INT16;
    default: return __of_signs ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32;
  }
}
inline unsigned __chv_channel_count(const cudaChannelFormatDesc &__format) {
  return !!__format.x + !!__format.y + !!__format.z + !!__format.w;
}
// The runtime API has numbers of its own for what the driver calls a wrong value.
inline CUresult __chv_array_error(cudaError_t __error) {
  const bool __value = __error == cudaErrorInvalidChannelDescriptor || __error == cudaErrorInvalidPitchValue || __error == cudaErrorInvalidMemcpyDirection;
  return __value ? CUDA_ERROR_INVALID_VALUE : (CUresult)__error;
}

inline CUresult cuArray3DCreate(CUarray *__array, const CUDA_ARRAY3D_DESCRIPTOR *__wanted) {
  if (!__array || !__wanted) return CUDA_ERROR_INVALID_VALUE;
  const cudaChannelFormatDesc __format = __chv_channel_format(__wanted->Format, __wanted->NumChannels);
  return __chv_array_error(cudaMalloc3DArray((cudaArray_t *)__array, &__format, {__wanted->Width, __wanted->Height, __wanted->Depth}, __wanted->Flags));
}
inline CUresult cuArrayCreate(CUarray *__array, const CUDA_ARRAY_DESCRIPTOR *__wanted) {
  if (!__array || !__wanted) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR __flat = {__wanted->Width, __wanted->Height, 0, __wanted->Format, __wanted->NumChannels, 0};
  return cuArray3DCreate(__array, &__flat);
}
inline CUresult cuArrayDestroy(CUarray __array) {
  return __array ? (CUresult)cudaFreeArray(__chv_array(__array)) : CUDA_ERROR_INVALID_HANDLE;
}
inline CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *__found, CUarray __array) {
  if (!__found) return CUDA_ERROR_INVALID_VALUE;
  cudaChannelFormatDesc __format;
  cudaExtent __extent;
  unsigned __flags;
  if (const cudaError_t __error = cudaArrayGetInfo(&__format, &__extent, &__flags, __chv_array(__array))) return (CUresult)__error;
  *__found = {__extent.width, __extent.height, __extent.depth, __chv_array_format(__format), __chv_channel_count(__format), __flags};
  return CUDA_SUCCESS;
}
inline CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *__found, CUarray __array) {
  CUDA_ARRAY3D_DESCRIPTOR __deep;
  if (!__found) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult __error = cuArray3DGetDescriptor(&__deep, __array)) return __error;
  *__found = {__deep.Width, __deep.Height, __deep.Format, __deep.NumChannels};
  return CUDA_SUCCESS;
}
__CHV_CU(cuArrayGetMemoryRequirements, (CUDA_ARRAY_MEMORY_REQUIREMENTS * __wanted, CUarray __array, CUdevice __device),
         cudaArrayGetMemoryRequirements((cudaArrayMemoryRequirements *)__wanted, __chv_array(__array), __device))

inline CUresult cuMipmappedArrayCreate(CUmipmappedArray *__array, const CUDA_ARRAY3D_DESCRIPTOR *__wanted, unsigned __levels) {
  if (!__array || !__wanted || !__levels) return CUDA_ERROR_INVALID_VALUE;
  const cudaChannelFormatDesc __format = __chv_channel_format(__wanted->Format, __wanted->NumChannels);
  const cudaExtent __extent = {__wanted->Width, __wanted->Height, __wanted->Depth};
  return __chv_array_error(cudaMallocMipmappedArray((cudaMipmappedArray_t *)__array, &__format, __extent, __levels, __wanted->Flags));
}
inline CUresult cuMipmappedArrayDestroy(CUmipmappedArray __array) {
  return __array ? (CUresult)cudaFreeMipmappedArray(__chv_array(__array)) : CUDA_ERROR_INVALID_HANDLE;
}
__CHV_CU(cuMipmappedArrayGetLevel, (CUarray * __level, CUmipmappedArray __array, unsigned __number),
         cudaGetMipmappedArrayLevel((cudaArray_t *)__level, __chv_array(__array), __number))
inline CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *__wanted, CUmipmappedArray __array, CUdevice __device) {
  CUarray __level;
  if (const CUresult __error = cuMipmappedArrayGetLevel(&__level, __array, 0)) return __error;
  return cuArrayGetMemoryRequirements(__wanted, __level, __device);
}

// One end of a copy.
struct __chv_copy_end {
  size_t __x_bytes, __y, __z, __lod;
  CUmemorytype __type;
  const void *__host;
  CUdeviceptr __device;
  CUarray __array;
  size_t __pitch, __height;
  // The size of the array's elements; 1 for other memory, 0 for what is neither.
  size_t __element_bytes() const {
    if (__lod) return 0;
    switch (__type) {
      case CU_MEMORYTYPE_HOST: return !!__host;
      case CU_MEMORYTYPE_DEVICE:
      case CU_MEMORYTYPE_UNIFIED: return !!__device;
      case CU_MEMORYTYPE_ARRAY: {
        cudaChannelFormatDesc __format;
        if (cudaGetChannelDesc(&__format, __chv_array(__array)) != cudaSuccess) return 0;
        return __chv_channel_count(__format) * __format.x / 8;
      }
      default: return 0;
    }
  }
  // The runtime API counts an array's elements where the driver counts bytes.
  bool __put(cudaArray_t &__to, cudaPos &__at, cudaPitchedPtr &__memory, size_t __width, size_t __rows) const {
    __at = {__x_bytes, __y, __z};
    if (__type == CU_MEMORYTYPE_ARRAY) {
      const size_t __element = __element_bytes();
      __to = __chv_array(__array);
      __at.x = __x_bytes / __element;
      return __x_bytes % __element == 0 && __width % __element == 0;
    }
    const size_t __row = __x_bytes + __width, __column = __y + __rows;
    __memory = {__type == CU_MEMORYTYPE_HOST ? (void *)__host : (void *)__device, __pitch ? __pitch : __row, __row, __height ? __height : __column};
    return true;
  }
};
template <class __T> inline CUresult __chv_copy_parameters(const __T *__p, cudaMemcpy3DParms &__parms) {
  if (!__p) return CUDA_ERROR_INVALID_VALUE;
  const __chv_copy_end __from = {__p->srcXInBytes, __p->srcY, __p->srcZ, __p->srcLOD, __p->srcMemoryType, __p->srcHost, __p->srcDevice, __p->srcArray,
                                 __p->srcPitch, __p->srcHeight};
  const __chv_copy_end __to = {__p->dstXInBytes, __p->dstY, __p->dstZ, __p->dstLOD, __p->dstMemoryType, __p->dstHost, __p->dstDevice, __p->dstArray,
                               __p->dstPitch, __p->dstHeight};
  const size_t __of_source = __from.__element_bytes(), __of_target = __to.__element_bytes();
  if (!__of_source || !__of_target) return CUDA_ERROR_INVALID_VALUE;
  __parms = {};
  const bool __whole = __from.__put(__parms.srcArray, __parms.srcPos, __parms.srcPtr, __p->WidthInBytes, __p->Height) &&
                       __to.__put(__parms.dstArray, __parms.dstPos, __parms.dstPtr, __p->WidthInBytes, __p->Height);
  __parms.extent = {__p->WidthInBytes / (__of_source > __of_target ? __of_source : __of_target), __p->Height, __p->Depth};
  __parms.kind = cudaMemcpyDefault;
  return __whole ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUDA_MEMCPY3D __chv_deep(const CUDA_MEMCPY2D &__p) {
  CUDA_MEMCPY3D __deep = {};
  __deep.srcXInBytes = __p.srcXInBytes, __deep.srcY = __p.srcY, __deep.srcMemoryType = __p.srcMemoryType, __deep.srcHost = __p.srcHost,
  __deep.srcDevice = __p.srcDevice, __deep.srcArray = __p.srcArray, __deep.srcPitch = __p.srcPitch;
  __deep.dstXInBytes = __p.dstXInBytes, __deep.dstY = __p.dstY, __deep.dstMemoryType = __p.dstMemoryType, __deep.dstHost = __p.dstHost,
  __deep.dstDevice = __p.dstDevice, __deep.dstArray = __p.dstArray, __deep.dstPitch = __p.dstPitch;
  __deep.WidthInBytes = __p.WidthInBytes, __deep.Height = __p.Height, __deep.Depth = 1;
  return __deep;
}

template <class __T> inline CUresult __chv_copy_deep(const __T *__p) {
  cudaMemcpy3DParms __parms;
  const CUresult __error = __chv_copy_parameters(__p, __parms);
  return __error ? __error : __chv_array_error(cudaMemcpy3D(&__parms));
}
template <class __T> inline CUresult __chv_copy_deep(const __T *__p, CUstream __stream) {
  cudaMemcpy3DParms __parms;
  const CUresult __error = __chv_copy_parameters(__p, __parms);
  return __error ? __error : __chv_array_error(cudaMemcpy3DAsync(&__parms, __stream));
}

inline CUresult cuMemcpy3D(const CUDA_MEMCPY3D *__p) { return __chv_copy_deep(__p); }
inline CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *__p, CUstream __stream) { return __chv_copy_deep(__p, __stream); }
// Where memory lies its address tells, so the contexts need only be right.
inline CUresult __chv_peer_contexts(CUcontext __one, CUcontext __other) {
  unsigned __flags;
  const cudaError_t __error = __chv_context_flags(__one, &__flags);
  return (CUresult)(__error ? __error : __chv_context_flags(__other, &__flags));
}
// None stands for the current one.
inline CUresult __chv_peer_contexts(const CUDA_MEMCPY3D_PEER *__p) {
  if (!__p) return CUDA_ERROR_INVALID_VALUE;
  if (!__p->srcContext && !__p->dstContext) return CUDA_SUCCESS;
  return __chv_peer_contexts(__p->srcContext ? __p->srcContext : __p->dstContext, __p->dstContext ? __p->dstContext : __p->srcContext);
}
inline CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *__p) {
  const CUresult __error = __chv_peer_contexts(__p);
  return __error ? __error : __chv_copy_deep(__p);
}
inline CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *__p, CUstream __stream) {
  const CUresult __error = __chv_peer_contexts(__p);
  return __error ? __error : __chv_copy_deep(__p, __stream);
}
inline CUresult cuMemcpyPeer(CUdeviceptr __to, CUcontext __to_context, CUdeviceptr __from, CUcontext __from_context, size_t __bytes) {
  const CUresult __error = __chv_peer_contexts(__to_context, __from_context);
  return __error ? __error : (CUresult)cudaMemcpy((void *)__to, (const void *)__from, __bytes, cudaMemcpyDeviceToDevice);
}
inline CUresult cuMemcpyPeerAsync(CUdeviceptr __to, CUcontext __to_context, CUdeviceptr __from, CUcontext __from_context, size_t __bytes,
                                  CUstream __stream) {
  const CUresult __error = __chv_peer_contexts(__to_context, __from_context);
  return __error ? __error : (CUresult)cudaMemcpyAsync((void *)__to, (const void *)__from, __bytes, cudaMemcpyDeviceToDevice, __stream);
}
inline CUresult cuMemcpy2D(const CUDA_MEMCPY2D *__p) {
  if (!__p) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D __deep = __chv_deep(*__p);
  return cuMemcpy3D(&__deep);
}
inline CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *__p) { return cuMemcpy2D(__p); }
inline CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *__p, CUstream __stream) {
  if (!__p) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D __deep = __chv_deep(*__p);
  return cuMemcpy3DAsync(&__deep, __stream);
}

inline CUresult cuMemcpyHtoA(CUarray __to, size_t __offset, const void *__from, size_t __bytes) {
  return (CUresult)__chv_to_array(__chv_array(__to), __offset, __from, __bytes, cudaMemcpyHostToDevice);
}
inline CUresult cuMemcpyDtoA(CUarray __to, size_t __offset, CUdeviceptr __from, size_t __bytes) {
  return (CUresult)__chv_to_array(__chv_array(__to), __offset, (const void *)__from, __bytes, cudaMemcpyDeviceToDevice);
}
inline CUresult cuMemcpyHtoAAsync(CUarray __to, size_t __offset, const void *__from, size_t __bytes, CUstream __stream) {
  return (CUresult)__chv_to_array(__chv_array(__to), __offset, __from, __bytes, cudaMemcpyHostToDevice, __stream);
}
inline CUresult cuMemcpyAtoH(void *__to, CUarray __from, size_t __offset, size_t __bytes) {
  return (CUresult)__chv_from_array(__to, __chv_array(__from), __offset, __bytes, cudaMemcpyDeviceToHost);
}
inline CUresult cuMemcpyAtoD(CUdeviceptr __to, CUarray __from, size_t __offset, size_t __bytes) {
  return (CUresult)__chv_from_array((void *)__to, __chv_array(__from), __offset, __bytes, cudaMemcpyDeviceToDevice);
}
inline CUresult cuMemcpyAtoHAsync(void *__to, CUarray __from, size_t __offset, size_t __bytes, CUstream __stream) {
  return (CUresult)__chv_from_array(__to, __chv_array(__from), __offset, __bytes, cudaMemcpyDeviceToHost, __stream);
}
inline CUresult cuMemcpyAtoA(CUarray __to, size_t __to_offset, CUarray __from, size_t __from_offset, size_t __bytes) {
  return (CUresult)__chv_between_arrays(__chv_array(__to), __to_offset, __chv_array(__from), __from_offset, __bytes);
}
