// Sampling: which texels a coordinate names, and how they are mixed. The rules are the Programming Guide's ("Texture Fetching"): fractions have eight bits.
#pragma once

#include "texture_texels.h"

// A coordinate's texel, rounded down; what is no number is 0.
__CHV_DEVICE int __chv_floor_texel(float __x) {
  const float __most = 1073741824.0f;
  if (!(__x > -__most)) return __x != __x ? 0 : -1073741824;
  return __x < __most ? (int)floorf(__x) : 1073741824;
}

// Puts an index into a side of `__n` texels; false: it is beyond the border.
__CHV_SAMPLING bool __chv_address_texel(int &__i, unsigned __n, unsigned __mode) {
  const int __size = (int)__n;
  if (__i >= 0 && __i < __size) return true;
  switch (__mode) {
    case 0: __i %= __size, __i += __i < 0 ? __size : 0; return true;
    case 1: __i = __i < 0 ? 0 : __size - 1; return true;
    case 2: {
      int __folded = __i % (2 * __size);
      __folded += __folded < 0 ? 2 * __size : 0;
      __i = __folded < __size ? __folded : 2 * __size - 1 - __folded;
      return true;
    }
    default: return false;
  }
}

__CHV_SAMPLING_CALLED __chv_texel __chv_addressed_texel(const __chv_texture &__t, const __chv_level &__l, int __x, int __y, int __z, unsigned __slice) {
  bool __inside = __chv_address_texel(__x, __l.__size[0], __t.__address[0]);
  __inside = __inside & __chv_address_texel(__y, __l.__size[1], __t.__address[1]);
  __inside = __inside & __chv_address_texel(__z, __l.__size[2], __t.__address[2]);
  if (!__inside) return __chv_border_of(__t);
  return __chv_texel_at(__t, __l.__texels + (__slice + (unsigned)__z) * __l.__slice_bytes + (unsigned)__y * __l.__row_bytes +
                                 (unsigned long long)(unsigned)__x * __t.__texel_bytes);
}

// The lower of the two texels that a coordinate lies between, and how much of the upper one counts.
__CHV_DEVICE int __chv_between_texels(float __x, float &__part) {
  const int __fixed = __chv_floor_texel(__x * 256.0f - 127.5f);
  __part = (float)(__fixed & 255) * (1.0f / 256.0f);
  return __fixed >> 8;
}

__CHV_SAMPLING __chv_texel __chv_mixed(const __chv_texel &__low, const __chv_texel &__high, float __part) {
  __chv_texel __made;
  for (unsigned __i = 0; __i < 4; ++__i) {
    const float __from = __builtin_bit_cast(float, __low.__channel[__i]), __to = __builtin_bit_cast(float, __high.__channel[__i]);
    __made.__channel[__i] = __builtin_bit_cast(unsigned, (1.0f - __part) * __from + __part * __to);
  }
  return __made;
}

// Coordinates count texels from here on.
template <int __D> __CHV_SAMPLING_CALLED __chv_texel __chv_sampled_level(const __chv_texture &__t, const __chv_level &__l, float __x, float __y, float __z,
                                                               unsigned __slice) {
  if (__t.__coordinates_are_parts) {
    __x *= (float)__l.__size[0];
    if constexpr (__D > 1) __y *= (float)__l.__size[1];
    if constexpr (__D > 2) __z *= (float)__l.__size[2];
  }
  if (!__t.__linear)
    return __chv_addressed_texel(__t, __l, __chv_floor_texel(__x), __D > 1 ? __chv_floor_texel(__y) : 0, __D > 2 ? __chv_floor_texel(__z) : 0, __slice);
  float __px, __py = 0, __pz = 0;
  const int __ix = __chv_between_texels(__x, __px);
  const int __iy = __D > 1 ? __chv_between_texels(__y, __py) : 0, __iz = __D > 2 ? __chv_between_texels(__z, __pz) : 0;
  auto __row = [&](int __j, int __k) {
    return __chv_mixed(__chv_addressed_texel(__t, __l, __ix, __j, __k, __slice), __chv_addressed_texel(__t, __l, __ix + 1, __j, __k, __slice), __px);
  };
  auto __plane = [&](int __k) {
    if constexpr (__D > 1) return __chv_mixed(__row(__iy, __k), __row(__iy + 1, __k), __py);
    else return __row(0, __k);
  };
  if constexpr (__D > 2) return __chv_mixed(__plane(__iz), __plane(__iz + 1), __pz);
  else return __plane(0);
}

// Which of a texture's smaller copies: 0 is the largest.
template <int __D> __CHV_SAMPLING __chv_texel __chv_sampled(const __chv_texture &__t, float __x, float __y, float __z, unsigned __slice, float __level) {
  if (__t.__levels <= 1) return __chv_sampled_level<__D>(__t, __t.__level[0], __x, __y, __z, __slice);
  __level += __t.__level_bias;
  __level = __level > __t.__level_min ? __level : __t.__level_min;
  __level = __level < __t.__level_max ? __level : __t.__level_max;
  const float __last = (float)(__t.__levels - 1);
  __level = __level > 0 ? (__level < __last ? __level : __last) : 0;
  if (!__t.__linear_between_levels) return __chv_sampled_level<__D>(__t, __t.__level[(unsigned)(__level + 0.5f)], __x, __y, __z, __slice);
  const unsigned __fixed = (unsigned)(__level * 256.0f + 0.5f), __low = __fixed >> 8;
  const __chv_texel __finer = __chv_sampled_level<__D>(__t, __t.__level[__low], __x, __y, __z, __slice);
  if (!(__fixed & 255)) return __finer;
  return __chv_mixed(__finer, __chv_sampled_level<__D>(__t, __t.__level[__low + 1], __x, __y, __z, __slice), (float)(__fixed & 255) * (1.0f / 256.0f));
}

// A layer that is not there is the last one, as on a GPU; so is a negative one.
__CHV_DEVICE unsigned __chv_layer_of(const __chv_texture &__t, int __layer) {
  return (unsigned)__layer < __t.__layers ? (unsigned)__layer : __t.__layers - 1;
}

// Which face of a cube a direction meets, and where (Programming Guide, "Cubemap Textures").
__CHV_SAMPLING unsigned __chv_face_of(float __x, float __y, float __z, float &__s, float &__t) {
  const float __ax = fabsf(__x), __ay = fabsf(__y), __az = fabsf(__z);
  unsigned __face;
  float __major;
  if (__ax >= __ay && __ax >= __az) __face = __x >= 0 ? 0 : 1, __major = __ax, __s = __x >= 0 ? -__z : __z, __t = -__y;
  else if (__ay >= __az) __face = __y >= 0 ? 2 : 3, __major = __ay, __s = __x, __t = __y >= 0 ? __z : -__z;
  else __face = __z >= 0 ? 4 : 5, __major = __az, __s = __z >= 0 ? __x : -__x, __t = -__y;
  __s = (__s / __major + 1.0f) * 0.5f;
  __t = (__t / __major + 1.0f) * 0.5f;
  return __face;
}
__CHV_SAMPLING __chv_texel __chv_sampled_cube(const __chv_texture &__t, float __x, float __y, float __z, int __layer, float __level) {
  float __s, __v;
  const unsigned __face = __chv_face_of(__x, __y, __z, __s, __v);
  return __chv_sampled<2>(__t, __s, __v, 0, 6 * __chv_layer_of(__t, __layer) + __face, __level);
}

// How small a copy is right where coordinates change so much from one thread to the next.
__CHV_DEVICE float __chv_level_of(float __dx2, float __dy2) {
  const float __most = __dx2 > __dy2 ? __dx2 : __dy2;
  return __most > 0 ? 0.5f * log2f(__most) : 0;
}
template <class __V> __CHV_DEVICE float __chv_square(const __chv_texture &__t, __V __d) {
  const bool __parts = __t.__coordinates_are_parts;
  const unsigned *__size = __t.__level[0].__size;
  const float __x = __d.x * (__parts ? (float)__size[0] : 1), __y = __d.y * (__parts ? (float)__size[1] : 1);
  if constexpr (__is_same(__V, float4)) {
    const float __z = __d.z * (__parts ? (float)__size[2] : 1);
    return __x * __x + __y * __y + __z * __z;
  } else {
    return __x * __x + __y * __y;
  }
}
