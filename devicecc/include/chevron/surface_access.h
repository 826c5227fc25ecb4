// What kernels call to read and write surfaces. Across, a place is counted in bytes; upwards and in depth, in rows and slices.
#pragma once

#include "texture_objects.h"
#include "texture_texels.h"

// Where `__bytes` bytes lie; none beyond the border, unless the nearest place inside is meant.
__CHV_SAMPLING unsigned char *__chv_surface_at(cudaSurfaceObject_t __object, int __x, int __y, int __z, unsigned __slice, unsigned __slices, unsigned __bytes,
                                             cudaSurfaceBoundaryMode __mode) {
  const __chv_texture &__t = __chv_texture_of(__object);
  const __chv_level &__l = __t.__level[0];
  const int __width = (int)(__l.__size[0] * __t.__texel_bytes), __last[3] = {__width - (int)__bytes, (int)__l.__size[1] - 1, (int)__l.__size[2] - 1};
  const bool __inside = __x >= 0 && __x <= __last[0] && __y >= 0 && __y <= __last[1] && __z >= 0 && __z <= __last[2] && __slice < __slices;
  if (!__inside) {
    if (__mode == cudaBoundaryModeTrap) __builtin_trap();
    if (__mode == cudaBoundaryModeZero || __last[0] < 0) return nullptr;
    __x = __x < 0 ? 0 : __x > __last[0] ? __last[0] : __x;
    __y = __y < 0 ? 0 : __y > __last[1] ? __last[1] : __y;
    __z = __z < 0 ? 0 : __z > __last[2] ? __last[2] : __z;
    __slice = __slice < __slices ? __slice : __slices - 1;
  }
  return (unsigned char *)__l.__texels + (__slice + (unsigned)__z) * __l.__slice_bytes + (unsigned)__y * __l.__row_bytes + (unsigned)__x;
}

#define __CHV_SURFACE(name, arguments, names, x, y, z, slice, slices)                                                  \
  template <class __T>                                                                                                 \
  __CHV_DEVICE __T name##read(cudaSurfaceObject_t __object, __CHV_UNWRAPPED arguments,                                 \
                              cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                                 \
    const unsigned char *__at = __chv_surface_at(__object, x, y, z, slice, slices, sizeof(__T), __mode);               \
    __T __value = {};                                                                                                  \
    if (__at) __builtin_memcpy(&__value, __at, sizeof __value);                                                        \
    return __value;                                                                                                    \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __CHV_DEVICE void name##read(__T *__to, cudaSurfaceObject_t __object, __CHV_UNWRAPPED arguments,                     \
                               cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                                \
    *__to = name##read<__T>(__object, __CHV_UNWRAPPED names, __mode);                                                  \
  }                                                                                                                    \
  template <class __T>                                                                                                 \
  __CHV_DEVICE void name##write(__T __value, cudaSurfaceObject_t __object, __CHV_UNWRAPPED arguments,                  \
                                cudaSurfaceBoundaryMode __mode = cudaBoundaryModeTrap) {                               \
    unsigned char *__at = __chv_surface_at(__object, x, y, z, slice, slices, sizeof(__T), __mode);                     \
    if (__at) __builtin_memcpy(__at, &__value, sizeof __value);                                                        \
  }

#define __CHV_LAYERS __chv_texture_of(__object).__layers
__CHV_SURFACE(surf1D, (int __x), (__x), __x, 0, 0, 0, 1)
__CHV_SURFACE(surf2D, (int __x, int __y), (__x, __y), __x, __y, 0, 0, 1)
__CHV_SURFACE(surf3D, (int __x, int __y, int __z), (__x, __y, __z), __x, __y, __z, 0, 1)
__CHV_SURFACE(surf1DLayered, (int __x, int __layer), (__x, __layer), __x, 0, 0, (unsigned)__layer, __CHV_LAYERS)
__CHV_SURFACE(surf2DLayered, (int __x, int __y, int __layer), (__x, __y, __layer), __x, __y, 0, (unsigned)__layer, __CHV_LAYERS)
__CHV_SURFACE(surfCubemap, (int __x, int __y, int __face), (__x, __y, __face), __x, __y, 0, (unsigned)__face, 6)
__CHV_SURFACE(surfCubemapLayered, (int __x, int __y, int __face), (__x, __y, __face), __x, __y, 0, (unsigned)__face, 6 * __CHV_LAYERS)
#undef __CHV_LAYERS
#undef __CHV_SURFACE
#undef __CHV_UNWRAPPED
#undef __CHV_SAMPLING
#undef __CHV_SAMPLING_CALLED
