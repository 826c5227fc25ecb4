// Texels: what a texture's memory holds at a place, and what of it a kernel's type takes.
#pragma once

#include "primitives.h"
#include "texture_objects.h"

// Too much code for each call to have its own: the optimiser decides.
#define __CHV_SAMPLING static __inline__ __device__ __attribute__((__nodebug__))
// On GPUs it would put all of it into each call: a kernel of five reads took 106 registers, too many for a block of 1,024 threads.
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define __CHV_SAMPLING_CALLED static __device__ __attribute__((__nodebug__, __noinline__, __unused__))
#else
#define __CHV_SAMPLING_CALLED __CHV_SAMPLING
#endif

__CHV_DEVICE const __chv_texture &__chv_texture_of(unsigned long long __object) { return *(const __chv_texture *)__object; }

// Four channels as a texture unit gives them: 32 bits each.
struct __chv_texel {
  unsigned __channel[4];
};

// How a type is made of channels.
template <class __T> struct __chv_texel_type;
#define __CHV_TEXEL(name, T, n, scalar)                                                                                \
  template <> struct __chv_texel_type<name> {                                                                          \
    typedef T __channel;                                                                                               \
    static constexpr int __count = n;                                                                                  \
    static constexpr bool __no_vector = scalar;                                                                        \
  };
#define __CHV_TEXELS(T, vector)                                                                                        \
  __CHV_TEXEL(T, T, 1, true)                                                                                           \
  __CHV_TEXEL(vector##1, T, 1, false)                                                                                  \
  __CHV_TEXEL(vector##2, T, 2, false)                                                                                  \
  __CHV_TEXEL(vector##4, T, 4, false)
__CHV_TEXELS(signed char, char)
__CHV_TEXELS(unsigned char, uchar)
__CHV_TEXELS(short, short)
__CHV_TEXELS(unsigned short, ushort)
__CHV_TEXELS(int, int)
__CHV_TEXELS(unsigned, uint)
__CHV_TEXELS(float, float)
__CHV_TEXEL(char, char, 1, true)
#undef __CHV_TEXELS
#undef __CHV_TEXEL

template <class __C> __CHV_DEVICE __C __chv_channel_as(unsigned __word) {
  if constexpr (__is_same(__C, float)) return __builtin_bit_cast(float, __word);
  else return (__C)__word;
}
template <class __T> __CHV_DEVICE __T __chv_texel_as(const __chv_texel &__from) {
  typedef __chv_texel_type<__T> __type;
  typedef typename __type::__channel __channel;
  if constexpr (__type::__no_vector) {
    return __chv_channel_as<__channel>(__from.__channel[0]);
  } else {
    __T __made;
    __made.x = __chv_channel_as<__channel>(__from.__channel[0]);
    if constexpr (__type::__count > 1) __made.y = __chv_channel_as<__channel>(__from.__channel[1]);
    if constexpr (__type::__count > 2) {
      __made.z = __chv_channel_as<__channel>(__from.__channel[2]);
      __made.w = __chv_channel_as<__channel>(__from.__channel[3]);
    }
    return __made;
  }
}

__CHV_DEVICE float __chv_half_to_float(unsigned short __bits) { return (float)__builtin_bit_cast(_Float16, __bits); }

// The sRGB standard's curve: IEC 61966-2-1.
__CHV_SAMPLING float __chv_srgb_to_linear(float __value) {
  return __value <= 0.04045f ? __value / 12.92f : powf((__value + 0.055f) / 1.055f, 2.4f);
}

// One channel of a texel, of 8 or 16 bits. Integers that are read as floats go from 0 or -1 to 1 (Programming Guide, "Texture Memory").
__CHV_SAMPLING unsigned __chv_channel_of(const __chv_texture &__t, const unsigned char *__at, unsigned __channel) {
  const unsigned __raw = __t.__bits == 16 ? *(const unsigned short *)__at : *__at;
  if (__t.__kind == 2) return __builtin_bit_cast(unsigned, __chv_half_to_float((unsigned short)__raw));
  const int __extended = (int)(__raw << (32 - __t.__bits)) >> (32 - __t.__bits);
  if (!__t.__normalized) return __t.__kind == 0 ? (unsigned)__extended : __raw;
  float __value;
  if (__t.__kind == 0) {
    __value = (float)__extended / (float)((1u << (__t.__bits - 1)) - 1);
    __value = __value < -1.0f ? -1.0f : __value;
  } else {
    __value = (float)__raw / (float)((1u << __t.__bits) - 1);
    if (__t.__srgb && __channel < 3) __value = __chv_srgb_to_linear(__value);
  }
  return __builtin_bit_cast(unsigned, __value);
}

__CHV_DEVICE bool __chv_gives_floats(const __chv_texture &__t) { return __t.__kind == 2 || __t.__normalized; }

__CHV_SAMPLING __chv_texel __chv_texel_at(const __chv_texture &__t, const unsigned char *__at) {
  __chv_texel __made = {{0, 0, 0, 0}};
  if (__t.__bits == 32) {  // as they are: most textures of programs
    const unsigned *__words = (const unsigned *)__at;
    __made.__channel[0] = __words[0];
    if (__t.__channels > 1) __made.__channel[1] = __words[1];
    if (__t.__channels > 2) __made.__channel[2] = __words[2], __made.__channel[3] = __words[3];
    return __made;
  }
  for (unsigned __i = 0; __i < __t.__channels; ++__i) __made.__channel[__i] = __chv_channel_of(__t, __at + __i * (__t.__bits / 8), __i);
  return __made;
}

// Outside of a texture whose coordinates end at its border.
__CHV_SAMPLING __chv_texel __chv_border_of(const __chv_texture &__t) {
  __chv_texel __made = {{0, 0, 0, 0}};
  for (unsigned __i = 0; __i < 4; ++__i)
    if (__i < __t.__channels)
      __made.__channel[__i] = __chv_gives_floats(__t) ? __builtin_bit_cast(unsigned, __t.__border[__i]) : (unsigned)(int)__t.__border[__i];
  return __made;
}
