// What kernels call to read textures, as `tex2D<float>(texture, x, y)` and as `tex2D(&value, texture, x, y)`.
#pragma once

#include "texture_objects.h"
#include "texture_sampling.h"

// `arguments` and `names` go into parentheses; the last form tells whether the texel is in memory, which it always is.
#define __CHV_UNWRAPPED(...) __VA_ARGS__
#define __CHV_FETCH(name, arguments, names, texel)                                                                     \
  template <class __T> __CHV_DEVICE __T name(cudaTextureObject_t __object, __CHV_UNWRAPPED arguments) {                \
    const __chv_texture &__t = __chv_texture_of(__object);                                                             \
    return __chv_texel_as<__T>(texel);                                                                                 \
  }                                                                                                                    \
  template <class __T> __CHV_DEVICE void name(__T *__to, cudaTextureObject_t __object, __CHV_UNWRAPPED arguments) {    \
    *__to = name<__T>(__object, __CHV_UNWRAPPED names);                                                                \
  }                                                                                                                    \
  template <class __T> __CHV_DEVICE __T name(cudaTextureObject_t __object, __CHV_UNWRAPPED arguments, bool *__there) { \
    *__there = true;                                                                                                   \
    return name<__T>(__object, __CHV_UNWRAPPED names);                                                                 \
  }

__CHV_FETCH(tex1D, (float __x), (__x), (__chv_sampled<1>(__t, __x, 0, 0, 0, 0)))
__CHV_FETCH(tex1DLod, (float __x, float __level), (__x, __level), (__chv_sampled<1>(__t, __x, 0, 0, 0, __level)))
__CHV_FETCH(tex1DGrad, (float __x, float __dx, float __dy), (__x, __dx, __dy),
            (__chv_sampled<1>(__t, __x, 0, 0, 0, __chv_level_of(__chv_square(__t, float2{__dx, 0}), __chv_square(__t, float2{__dy, 0})))))
__CHV_FETCH(tex1DLayered, (float __x, int __layer), (__x, __layer), (__chv_sampled<1>(__t, __x, 0, 0, __chv_layer_of(__t, __layer), 0)))
__CHV_FETCH(tex1DLayeredLod, (float __x, int __layer, float __level), (__x, __layer, __level),
            (__chv_sampled<1>(__t, __x, 0, 0, __chv_layer_of(__t, __layer), __level)))
__CHV_FETCH(tex1DLayeredGrad, (float __x, int __layer, float __dx, float __dy), (__x, __layer, __dx, __dy),
            (__chv_sampled<1>(__t, __x, 0, 0, __chv_layer_of(__t, __layer),
                              __chv_level_of(__chv_square(__t, float2{__dx, 0}), __chv_square(__t, float2{__dy, 0})))))
__CHV_FETCH(tex2D, (float __x, float __y), (__x, __y), (__chv_sampled<2>(__t, __x, __y, 0, 0, 0)))
__CHV_FETCH(tex2DLod, (float __x, float __y, float __level), (__x, __y, __level), (__chv_sampled<2>(__t, __x, __y, 0, 0, __level)))
__CHV_FETCH(tex2DGrad, (float __x, float __y, float2 __dx, float2 __dy), (__x, __y, __dx, __dy),
            (__chv_sampled<2>(__t, __x, __y, 0, 0, __chv_level_of(__chv_square(__t, __dx), __chv_square(__t, __dy)))))
__CHV_FETCH(tex2DLayered, (float __x, float __y, int __layer), (__x, __y, __layer),
            (__chv_sampled<2>(__t, __x, __y, 0, __chv_layer_of(__t, __layer), 0)))
__CHV_FETCH(tex2DLayeredLod, (float __x, float __y, int __layer, float __level), (__x, __y, __layer, __level),
            (__chv_sampled<2>(__t, __x, __y, 0, __chv_layer_of(__t, __layer), __level)))
__CHV_FETCH(tex2DLayeredGrad, (float __x, float __y, int __layer, float2 __dx, float2 __dy), (__x, __y, __layer, __dx, __dy),
            (__chv_sampled<2>(__t, __x, __y, 0, __chv_layer_of(__t, __layer),
                              __chv_level_of(__chv_square(__t, __dx), __chv_square(__t, __dy)))))
__CHV_FETCH(tex3D, (float __x, float __y, float __z), (__x, __y, __z), (__chv_sampled<3>(__t, __x, __y, __z, 0, 0)))
__CHV_FETCH(tex3DLod, (float __x, float __y, float __z, float __level), (__x, __y, __z, __level),
            (__chv_sampled<3>(__t, __x, __y, __z, 0, __level)))
__CHV_FETCH(tex3DGrad, (float __x, float __y, float __z, float4 __dx, float4 __dy), (__x, __y, __z, __dx, __dy),
            (__chv_sampled<3>(__t, __x, __y, __z, 0, __chv_level_of(__chv_square(__t, __dx), __chv_square(__t, __dy)))))
__CHV_FETCH(texCubemap, (float __x, float __y, float __z), (__x, __y, __z), (__chv_sampled_cube(__t, __x, __y, __z, 0, 0)))
__CHV_FETCH(texCubemapLod, (float __x, float __y, float __z, float __level), (__x, __y, __z, __level),
            (__chv_sampled_cube(__t, __x, __y, __z, 0, __level)))
__CHV_FETCH(texCubemapGrad, (float __x, float __y, float __z, float4 __dx, float4 __dy), (__x, __y, __z, __dx, __dy),
            (__chv_sampled_cube(__t, __x, __y, __z, 0, __chv_level_of(__chv_square(__t, __dx), __chv_square(__t, __dy)))))
__CHV_FETCH(texCubemapLayered, (float __x, float __y, float __z, int __layer), (__x, __y, __z, __layer),
            (__chv_sampled_cube(__t, __x, __y, __z, __layer, 0)))
__CHV_FETCH(texCubemapLayeredLod, (float __x, float __y, float __z, int __layer, float __level), (__x, __y, __z, __layer, __level),
            (__chv_sampled_cube(__t, __x, __y, __z, __layer, __level)))
__CHV_FETCH(texCubemapLayeredGrad, (float __x, float __y, float __z, int __layer, float4 __dx, float4 __dy),
            (__x, __y, __z, __layer, __dx, __dy),
            (__chv_sampled_cube(__t, __x, __y, __z, __layer, __chv_level_of(__chv_square(__t, __dx), __chv_square(__t, __dy)))))
#undef __CHV_FETCH

// Linear memory by its index: beyond its ends there are zeros.
template <class __T> __CHV_DEVICE __T tex1Dfetch(cudaTextureObject_t __object, int __i) {
  const __chv_texture &__t = __chv_texture_of(__object);
  if ((unsigned)__i >= __t.__level[0].__size[0]) return __chv_texel_as<__T>({{0, 0, 0, 0}});
  return __chv_texel_as<__T>(__chv_texel_at(__t, __t.__level[0].__texels + (unsigned long long)(unsigned)__i * __t.__texel_bytes));
}
template <class __T> __CHV_DEVICE void tex1Dfetch(__T *__to, cudaTextureObject_t __object, int __i) { *__to = tex1Dfetch<__T>(__object, __i); }

// One channel of the four texels that a linear filter would mix, counter-clockwise from the lower left.
template <class __T> __CHV_DEVICE __T tex2Dgather(cudaTextureObject_t __object, float __x, float __y, int __channel = 0) {
  const __chv_texture &__t = __chv_texture_of(__object);
  const __chv_level &__l = __t.__level[0];
  float __part;
  const int __i = __chv_between_texels(__t.__coordinates_are_parts ? __x * (float)__l.__size[0] : __x, __part);
  const int __j = __chv_between_texels(__t.__coordinates_are_parts ? __y * (float)__l.__size[1] : __y, __part);
  auto __one = [&](int __dx, int __dy) { return __chv_addressed_texel(__t, __l, __i + __dx, __j + __dy, 0, 0).__channel[__channel & 3]; };
  return __chv_texel_as<__T>({{__one(0, 1), __one(1, 1), __one(1, 0), __one(0, 0)}});
}
template <class __T> __CHV_DEVICE void tex2Dgather(__T *__to, cudaTextureObject_t __object, float __x, float __y, int __channel = 0) {
  *__to = tex2Dgather<__T>(__object, __x, __y, __channel);
}
template <class __T> __CHV_DEVICE __T tex2Dgather(cudaTextureObject_t __object, float __x, float __y, bool *__there, int __channel = 0) {
  *__there = true;
  return tex2Dgather<__T>(__object, __x, __y, __channel);
}
