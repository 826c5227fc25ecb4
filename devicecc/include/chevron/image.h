// Images from host or device memory. Included by `display.h`.
#pragma once

namespace chevron {

namespace wire {
struct Pixels {
  const void *data;
  std::size_t width, height;
  int channels, is_float;
  const char *color_map;
  int has_range;
  double low, high;
};
extern "C" void __chv_display_image(const Target *__target, const Pixels *__pixels);
} // namespace wire

// Pixels, copied when it is made.
class Image {
public:
  static constexpr std::size_t pixels_max = 64000000;

  // Colours of an image with one channel: `viridis` (the usual ones of floating-point pixels), `magma`, `plasma`, `turbo`, `coolwarm`, `gray`.
  Image &map(Text __name) & {
    map_ = std::move(__name);
    return *this;
  }
  Image map(Text __name) && { return std::move(this->map(std::move(__name))); }
  // The values that are darkest and brightest. Without it: the least and the greatest one there is; 0 and 1 for floating-point RGB.
  Image &range(double __low, double __high) & {
    has_range_ = true, low_ = __low, high_ = __high;
    return *this;
  }
  Image range(double __low, double __high) && { return std::move(this->range(__low, __high)); }

  void put(const wire::Target &__target) const {
    if (problem_.found())
      return problem_.put(__target);
    wire::Pixels __pixels = {bytes_.data(), width_, height_, channels_, is_float_, map_.data(), has_range_, low_, high_};
    wire::__chv_display_image(&__target, &__pixels);
  }

  // Takes the pixels; `Scalar` is the type of a channel.
  template <class __Scalar>
  Image(const void *__pixels, std::size_t __width, std::size_t __height, long __channels, std::size_t __bytes_there, const __Scalar *)
      : width_(__width), height_(__height), channels_(static_cast<int>(__channels)), is_float_(!__is_same(__Scalar, unsigned char)) {
    std::size_t __count = 0;
    if (!check(__channels, __count))
      return;
    if (__bytes_there / sizeof(__Scalar) < __count) {
      values::Output __why;
      __why.text("it needs ").value(__count).text(" numbers, and there are ").value(__bytes_there / sizeof(__Scalar));
      problem_.tell("image", __why);
      return;
    }
    if constexpr (__is_same(__Scalar, unsigned char) || __is_same(__Scalar, float)) {
      bytes_.resize(__count * sizeof(__Scalar));
      fetch(bytes_.data(), __pixels, bytes_.size());
    } else {
      shown::List<__Scalar> __numbers(__count);
      if (!fetch(__numbers.data(), __pixels, __count * sizeof(__Scalar)))
        return;
      bytes_.resize(__count * sizeof(float));
      for (std::size_t __i = 0; __i < __count; ++__i) {
        float __number = static_cast<float>(__numbers[__i]);
        __builtin_memcpy(bytes_.data() + __i * sizeof(float), &__number, sizeof(float));
      }
    }
  }

private:
  bool check(long __channels, std::size_t &__count) {
    values::Output __why;
    if (width_ == 0 || height_ == 0)
      __why.text("a width of ").value(width_).text(" and a height of ").value(height_).text(" are no image");
    else if (__channels < 1 || __channels > 4)
      __why.value(__channels).text(" channels: 1 (grey or colour map), 2 (grey and alpha), 3 (RGB) and 4 (RGBA) are known");
    else if (width_ > pixels_max || height_ > pixels_max / width_)
      __why.value(width_).text(" x ").value(height_).text(" pixels are too many to be shown: at most 64 million are");
    __count = width_ * height_ * static_cast<std::size_t>(__channels);
    if (__why.size() == 0)
      return true;
    problem_.tell("image", __why);
    return false;
  }
  bool fetch(void *__to, const void *__from, std::size_t __bytes) {
    values::Output __why;
    if (values::fetch(__to, __from, __bytes, __why))
      return true;
    problem_.tell("image", __why);
    return false;
  }

  std::size_t width_, height_;
  int channels_, is_float_, has_range_ = 0;
  double low_ = 0, high_ = 0;
  Text map_;
  shown::List<unsigned char> bytes_;
  Problem problem_;
};
inline const Image &display_bundle(const Image &__image) { return __image; }

namespace shown {

constexpr std::size_t size_unknown = static_cast<std::size_t>(-1);

// The bytes that `count` elements have, or `size_unknown`.
constexpr std::size_t bytes_of(std::size_t __count, std::size_t __size) {
  return __count > size_unknown / __size ? size_unknown : __count * __size;
}

// Pixels of numbers, or of CUDA's vector types, which tell the channels themselves.
template <class __T>
Image image_of(const __T *__pixels, std::size_t __width, std::size_t __height, long __channels, std::size_t __bytes_there) {
  if constexpr (values::traits::is_vector<__T>) {
    using __Scalar = __remove_cvref(decltype(std::declval<__T &>().x));
    return Image(__pixels, __width, __height, sizeof(__T) / sizeof(__Scalar), __bytes_there, static_cast<const __Scalar *>(nullptr));
  } else {
    static_assert(__is_arithmetic(__T) || values::traits::is_narrow_float<__T>, "pixels are numbers or CUDA's vectors of numbers");
    return Image(__pixels, __width, __height, __channels, __bytes_there, static_cast<const __T *>(nullptr));
  }
}

// A size that was given as a signed number; below zero there is nothing.
template <class __N> constexpr std::size_t size_of_number(__N __number) {
  return __number < __N(0) ? 0 : static_cast<std::size_t>(__number);
}

} // namespace shown

// `pixels`: host or device memory, row by row from the top. `channels`: 1, 2 (grey and alpha), 3 (RGB) or 4 (RGBA).
template <class __T, class __W, class __H>
Image image(const __T *__pixels, __W __width, __H __height, long __channels = 1) {
  return shown::image_of(__pixels, shown::size_of_number(__width), shown::size_of_number(__height), __channels, shown::size_unknown);
}
// A container that holds its elements one behind the other.
template <class __Pixels, class __W, class __H>
auto image(const __Pixels &__pixels, __W __width, __H __height, long __channels = 1)
    -> decltype(shown::image_of(__pixels.data(), 0, 0, 0, __pixels.size())) {
  return shown::image_of(__pixels.data(), shown::size_of_number(__width), shown::size_of_number(__height), __channels,
                         shown::bytes_of(__pixels.size(), sizeof(*__pixels.data())));
}
// An array of rows.
template <class __T, std::size_t __height, std::size_t __width> Image image(const __T (&__pixels)[__height][__width]) {
  return shown::image_of(&__pixels[0][0], __width, __height, 1, shown::size_unknown);
}
template <class __T, std::size_t __height, std::size_t __width, std::size_t __channels>
Image image(const __T (&__pixels)[__height][__width][__channels]) {
  return shown::image_of(&__pixels[0][0][0], __width, __height, __channels, shown::size_unknown);
}

} // namespace chevron
