// A copy as the driver interfaces of CUDA and HIP describe it: they differ in the names of their types alone.
#pragma once

#include "texture_objects.h"

// From the runtime API's description. Positions and widths in arrays are elements there, and bytes here.
template <class __Given, class __Kind>
inline __Given __chv_driver_copy(const cudaMemcpy3DParms &__own, __Kind __of_host, __Kind __of_device, __Kind __of_array) {
  size_t __element = 1;
  cudaChannelFormatDesc __format;
  if (cudaArray_t __array = __own.srcArray ? __own.srcArray : __own.dstArray)
    if (cudaGetChannelDesc(&__format, __array) == cudaSuccess) __element = (__format.x + __format.y + __format.z + __format.w) / 8;
  auto __host = [](const cudaPitchedPtr &__memory) {
    cudaPointerAttributes __found;
    return cudaPointerGetAttributes(&__found, __memory.ptr) != cudaSuccess || __found.type == cudaMemoryTypeUnregistered || __found.type == cudaMemoryTypeHost;
  };
  __Given __p = {};
  const bool __from_host = !__own.srcArray && __host(__own.srcPtr), __to_host = !__own.dstArray && __host(__own.dstPtr);
  __p.srcMemoryType = __own.srcArray ? __of_array : __from_host ? __of_host : __of_device;
  __p.srcXInBytes = __own.srcPos.x * (__own.srcArray ? __element : 1), __p.srcY = __own.srcPos.y, __p.srcZ = __own.srcPos.z;
  __p.srcArray = (decltype(__p.srcArray))__own.srcArray;
  __p.srcPitch = __own.srcPtr.pitch, __p.srcHeight = __own.srcPtr.ysize;
  (__from_host ? (void)(__p.srcHost = __own.srcPtr.ptr) : (void)(__p.srcDevice = (decltype(__p.srcDevice))__own.srcPtr.ptr));
  __p.dstMemoryType = __own.dstArray ? __of_array : __to_host ? __of_host : __of_device;
  __p.dstXInBytes = __own.dstPos.x * (__own.dstArray ? __element : 1), __p.dstY = __own.dstPos.y, __p.dstZ = __own.dstPos.z;
  __p.dstArray = (decltype(__p.dstArray))__own.dstArray;
  __p.dstPitch = __own.dstPtr.pitch, __p.dstHeight = __own.dstPtr.ysize;
  (__to_host ? (void)(__p.dstHost = __own.dstPtr.ptr) : (void)(__p.dstDevice = (decltype(__p.dstDevice))__own.dstPtr.ptr));
  __p.WidthInBytes = __own.extent.width * __element, __p.Height = __own.extent.height, __p.Depth = __own.extent.depth;
  return __p;
}
