// Plots of ranges, and of host or device memory. Included by `display.h`.
#pragma once

namespace chevron {

namespace wire {
struct Labels {
  const char *title, *x, *y, *color_map;
};
struct SeriesData {
  int kind;
  const char *label;
  const double *x;
  std::size_t x_count;
  const double *y;
  std::size_t y_count, stride, columns;
};
extern "C" void __chv_display_plot(const Target *__target, const Labels *__labels, const SeriesData *__series, std::size_t __count);
} // namespace wire

namespace shown {

// Numbers from wherever they are.
struct Numbers {
  // Of more values than these only every second, third… is taken.
  static constexpr std::size_t values_max_of_series = 1000000;

  std::size_t values_max = values_max_of_series;

  shown::List<double> values;
  std::size_t stride = 1;
  Problem problem;

  // From host or device memory; of points the second coordinate or the first.
  template <bool __second = true, class __T> void read(const volatile __T *__place, std::size_t __count) {
    const __T *__from = const_cast<const __T *>(__place);
    constexpr std::size_t __piece_max = std::size_t(1) << 20;
    stride = __count / values_max + (__count % values_max != 0);
    stride = stride ? stride : 1;
    values.reserve(__count / stride + 1);
    shown::List<__T> __piece;
    for (std::size_t __done = 0; __done < __count;) {
      std::size_t __bytes_known = __count - __done < __piece_max ? __count - __done : __piece_max;
      __piece.resize(__bytes_known);
      values::Output __why;
      // The first time for all of it: what is too short is told with the whole size.
      if ((__done == 0 && !is_there(__from, __count * sizeof(__T), __why)) ||
          !values::fetch(__piece.data(), __from + __done, __bytes_known * sizeof(__T), __why)) {
        problem.tell("plot", __why);
        return;
      }
      for (std::size_t __i = (stride - __done % stride) % stride; __i < __bytes_known; __i += stride)
        values.push_back(number_of<__second>(__piece[__i]));
      __done += __bytes_known;
    }
  }

  // From a range.
  template <bool __second = true, class __R> void take(__R &__range) {
    std::size_t __count = 0;
    auto __end = last_of(__range);
    for (auto __it = first_of(__range); __it != __end; ++__it, ++__count) {
      if (__count % stride == 0)
        values.push_back(number_of<__second>(*__it));
      if (values.size() > values_max)
        halve();
    }
  }

private:
  template <bool __second, class __T> static double number_of(const __T &__value);
  static bool is_there(const void *__from, std::size_t __bytes, values::Output &__why) {
    int __space = 0;
    std::size_t __left = 0;
    bool __known = __from && __chv_pointer_extent(__from, &__space, &__left) && __space;
    char __first;
    if (!__known || (__space != 4 && __left >= __bytes))
      return true;
    return values::fetch(&__first, __from, __bytes, __why);
  }
  void halve() {
    for (std::size_t __i = 0; 2 * __i < values.size(); ++__i)
      values[__i] = values[2 * __i];
    values.resize((values.size() + 1) / 2);
    stride *= 2;
  }
};

template <class __T>
constexpr bool is_number = (__is_arithmetic(__T) && !values::forms::is_character<__T>) || values::traits::is_narrow_float<__T> ||
                           values::forms::is_narrow_builtin<__T>;

// What a range or an array has.
template <class __R> using ElementOf = __remove_cvref(decltype(*first_of(std::declval<__R &>())));

template <class __R> constexpr bool is_range() {
  if constexpr (__is_bounded_array(__R))
    return true;
  else if constexpr (__is_class(__R))
    return values::forms::is_range_of_others<const __R>();
  else
    return false;
}
// Elements that are numbers: a container, a view or an array.
template <class __R> constexpr bool is_numbers() {
  if constexpr (is_range<__R>())
    return is_number<ElementOf<const __R>> || (__is_class(ElementOf<const __R>) && __is_convertible_to(ElementOf<const __R>, double));
  else
    return false;
}
// Rows of numbers.
template <class __R> constexpr bool is_rows() {
  if constexpr (is_range<__R>())
    return is_numbers<ElementOf<const __R>>();
  else
    return false;
}
template <bool __second = true, class __R> Numbers numbers(const __R &__range) {
  Numbers __numbers;
  // An array may be a device variable.
  if constexpr (__is_bounded_array(__R))
    __numbers.template read<__second>(&__range[0], sizeof(__range) / sizeof(__range[0]));
  else
    __numbers.template take<__second>(__range);
  return __numbers;
}
template <bool __second = true, class __T> Numbers numbers(const volatile __T *__from, std::size_t __count) {
  Numbers __numbers;
  __numbers.template read<__second>(__from, __count);
  return __numbers;
}

// Places with a value each: CUDA's vectors of two, pairs.
template <class __T> constexpr bool is_point() {
  if constexpr (!__is_class(__T))
    return false;
  else if constexpr (values::traits::is_vector<__T>)
    return values::traits::has_y<__T> && !values::traits::has_z<__T>;
  else if constexpr (values::traits::is_tuple<__T>)
    return std::tuple_size<__T>::value == 2 && is_number<__remove_cvref(typename std::tuple_element<0, __T>::type)> &&
           is_number<__remove_cvref(typename std::tuple_element<1, __T>::type)>;
  else
    return false;
}
template <class __R> constexpr bool is_points() {
  if constexpr (is_range<__R>())
    return is_point<ElementOf<const __R>>();
  else
    return false;
}
template <class __T> constexpr bool is_point_pointer = false;
template <class __T> constexpr bool is_point_pointer<__T *> = is_point<__remove_cv(__T)>();

// One coordinate of a point.
template <bool __second, class __T> double coordinate(const __T &__point) {
  if constexpr (values::traits::is_vector<__T> && __second) {
    return static_cast<double>(__point.y);
  } else if constexpr (values::traits::is_vector<__T>) {
    return static_cast<double>(__point.x);
  } else {
    using std::get;
    return static_cast<double>(get<__second>(__point));
  }
}

template <bool __second, class __T> double Numbers::number_of(const __T &__value) {
  if constexpr (is_point<__T>())
    return coordinate<__second>(__value);
  else
    return static_cast<double>(__value);
}

template <class __T> constexpr bool is_number_pointer = false;
template <class __T> constexpr bool is_number_pointer<__T *> = is_number<__remove_cv(__T)>;

enum Kind { kind_line, kind_scatter, kind_histogram, kind_heat_map };

} // namespace shown

// Series of numbers, copied when they are added. Members can be chained: `plot(a, "a").line(b, "b").title("both")`.
class Plot {
public:
  // Of a heat map.
  static constexpr std::size_t cells_max = 4000000;

#define __CHV_CHAINED(name, member)                                                                                                        \
  Plot &name(Text __text) & {                                                                                                              \
    member = std::move(__text);                                                                                                            \
    return *this;                                                                                                                          \
  }                                                                                                                                        \
  Plot name(Text __text) && {                                                                                                              \
    member = std::move(__text);                                                                                                            \
    return std::move(*this);                                                                                                               \
  }
  __CHV_CHAINED(title, title_)
  __CHV_CHAINED(x_label, x_label_)
  __CHV_CHAINED(y_label, y_label_)
  // Colours of a heat map, as for images.
  __CHV_CHAINED(map, map_)
#undef __CHV_CHAINED

#define __CHV_SERIES(name)                                                                                                                 \
  template <class... __A> Plot &name(const __A &...__a) & {                                                                                \
    add<shown::kind_##name>(__a...);                                                                                                       \
    return *this;                                                                                                                          \
  }                                                                                                                                        \
  template <class... __A> Plot name(const __A &...__a) && {                                                                                \
    add<shown::kind_##name>(__a...);                                                                                                       \
    return std::move(*this);                                                                                                               \
  }
  // (ys), (xs, ys), (pointer, n) or (x pointer, y pointer, n); then a label if one is wanted. Pointers are into host or device memory. Pairs and
  // CUDA's vectors of two, `float2` say, are places with values.
  __CHV_SERIES(line)
  __CHV_SERIES(scatter)
  // (values) or (pointer, n); then how many bars, if that is not to be found out, and a label.
  __CHV_SERIES(histogram)
  // (rows), (values, width, height) or (pointer, width, height).
  __CHV_SERIES(heat_map)
#undef __CHV_SERIES

  void put(const wire::Target &__target) const {
    if (problem_.found())
      return problem_.put(__target);
    shown::List<wire::SeriesData> __series;
    for (const Series &__it : series_)
      __series.push_back({__it.kind, __it.label.data(), __it.x.values.data(), __it.x.values.size(), __it.y.values.data(), __it.y.values.size(),
                          __it.y.stride, __it.columns});
    wire::Labels __labels = {title_.data(), x_label_.data(), y_label_.data(), map_.data()};
    wire::__chv_display_plot(&__target, &__labels, __series.data(), __series.size());
  }

private:
  struct Series {
    int kind;
    shown::Numbers x, y;
    std::size_t columns;
    Text label;
  };

  template <int __kind, class __A> void add(const __A &__a) {
    if constexpr (__kind == shown::kind_heat_map)
      add_rows(__a);
    else if constexpr (shown::is_numbers<__A>())
      push(__kind, {}, shown::numbers(__a), 0, {});
    else if constexpr (shown::is_points<__A>() && __kind != shown::kind_histogram)
      push(__kind, shown::numbers<false>(__a), shown::numbers(__a), 0, {});
    else
      refuse<__A>();
  }
  template <int __kind, class __A, class __B, class... __Rest> void add(const __A &__a, const __B &__b, const __Rest &...__rest) {
    if constexpr (__kind == shown::kind_heat_map)
      add_cells(__a, __b, __rest...);
    else if constexpr (shown::is_numbers<__A>() && shown::is_numbers<__B>() && __kind != shown::kind_histogram)
      add_after<__kind>(shown::numbers(__a), shown::numbers(__b), __rest...);
    else if constexpr (__is_array(__A) && __is_integral(__B) && __kind != shown::kind_histogram && shown::is_number_pointer<__decay(__A)>)
      add<__kind>(&__a[0], __b, __rest...); // the first elements of an array
    else if constexpr (shown::is_numbers<__A>())
      add_after<__kind>({}, shown::numbers(__a), __b, __rest...);
    else if constexpr (shown::is_points<__A>() && __kind != shown::kind_histogram)
      add_after<__kind>(shown::numbers<false>(__a), shown::numbers(__a), __b, __rest...);
    else if constexpr (shown::is_point_pointer<__A> && __is_integral(__B) && __kind != shown::kind_histogram)
      add_after<__kind>(shown::numbers<false>(__a, shown::size_of_number(__b)), shown::numbers(__a, shown::size_of_number(__b)), __rest...);
    else if constexpr (shown::is_number_pointer<__A> && shown::is_number_pointer<__B>)
      add_pointers<__kind>(__a, __b, __rest...);
    else if constexpr (shown::is_number_pointer<__A> && __is_integral(__B))
      add_after<__kind>({}, shown::numbers(__a, shown::size_of_number(__b)), __rest...);
    else
      refuse<__A>();
  }
  template <int __kind, class __X, class __Y, class __N, class... __Rest>
  void add_pointers(const volatile __X *__x, const volatile __Y *__y, __N __count, const __Rest &...__rest) {
    std::size_t __size = shown::size_of_number(__count);
    add_after<__kind>(shown::numbers(__x, __size), shown::numbers(__y, __size), __rest...);
  }

  // What comes after the numbers: a label, and before it how many bars a histogram has.
  template <int __kind> void add_after(shown::Numbers __x, shown::Numbers __y) { push(__kind, std::move(__x), std::move(__y), 0, {}); }
  template <int __kind, class __A> void add_after(shown::Numbers __x, shown::Numbers __y, const __A &__after) {
    if constexpr (__kind == shown::kind_histogram && __is_integral(__A))
      push(__kind, std::move(__x), std::move(__y), shown::size_of_number(__after), {});
    else if constexpr (__is_convertible_to(const __A &, Text))
      push(__kind, std::move(__x), std::move(__y), 0, __after);
    else
      refuse<__A>();
  }
  template <int __kind, class __A, class __B, class... __Rest>
  void add_after(shown::Numbers __x, shown::Numbers __y, const __A &__bars, const __B &__label, const __Rest &...) {
    if constexpr (__kind == shown::kind_histogram && __is_integral(__A) && __is_convertible_to(const __B &, Text) && sizeof...(__Rest) == 0)
      push(__kind, std::move(__x), std::move(__y), shown::size_of_number(__bars), __label);
    else
      refuse<__A>();
  }

  template <class __Rows> void add_rows(const __Rows &__rows) {
    static_assert(shown::is_rows<__Rows>(), "a heat map is of rows of numbers, or of (values, width, height)");
    shown::Numbers __values;
    __values.values_max = cells_max;
    std::size_t __columns = 0, __count = 0;
    bool __ragged = false;
    if constexpr (__is_bounded_array(__Rows)) {
      __columns = sizeof(__rows[0]) / sizeof(__rows[0][0]);
      __values.read(&__rows[0][0], sizeof(__rows) / sizeof(__rows[0][0]));
    } else {
      for (auto &&__row : __rows) {
        std::size_t __before = __values.values.size();
        __values.take(__row);
        std::size_t __width = __values.values.size() - __before;
        __ragged = __ragged || (__count && __width != __columns);
        __columns = __width;
        ++__count;
      }
    }
    if (__ragged)
      problem_.tell("heat map", "its rows have different lengths");
    push(shown::kind_heat_map, {}, std::move(__values), __columns, {});
  }
  template <class __A, class __W, class __H> void add_cells(const __A &__values_, __W __width, __H __height) {
    static_assert(__is_integral(__W) && __is_integral(__H), "a heat map is of (values, width, height)");
    std::size_t __columns = shown::size_of_number(__width), __high = shown::size_of_number(__height);
    shown::Numbers __values;
    __values.values_max = cells_max;
    bool __too_many = __columns && __high > cells_max / __columns;
    if (__too_many)
      problem_.tell("heat map", "more than 4 million values; an image can have 64 million");
    else if constexpr (shown::is_number_pointer<__A>)
      __values.read(__values_, __columns * __high);
    else if constexpr (shown::is_numbers<__A>())
      __values.take(__values_);
    else
      refuse<__A>();
    if (!__too_many && __values.values.size() < __columns * __high && !__values.problem.found()) {
      values::Output __why;
      __why.text("it needs ").value(__columns * __high).text(" values, and there are ").value(__values.values.size());
      problem_.tell("heat map", __why);
    } else if (!__too_many && __values.values.size() > __columns * __high) {
      __values.values.resize(__columns * __high);
    }
    push(shown::kind_heat_map, {}, std::move(__values), __columns, {});
  }

  void push(int __kind, shown::Numbers __x, shown::Numbers __y, std::size_t __columns, const Text &__label) {
    if (__x.problem.found() && !problem_.found())
      problem_ = __x.problem;
    if (__y.problem.found() && !problem_.found())
      problem_ = __y.problem;
    if (!__x.values.empty() && (__x.values.size() != __y.values.size() || __x.stride != __y.stride)) {
      values::Output __why;
      __why.text("there are ").value(__x.values.size() * __x.stride).text(" places and ").value(__y.values.size() * __y.stride).text(" values");
      problem_.tell("plot", __why);
    }
    if (__y.values.empty())
      problem_.tell("plot", "there is nothing to draw: no value is given");
    series_.push_back(Series{__kind, std::move(__x), std::move(__y), __columns, __label});
  }

  template <class __A> static void refuse() {
    static_assert(sizeof(__A) == 0, "a series is (values), (places, values), (pointer, count) or (pointer, pointer, count) with numbers, then a label");
  }

  Text title_, x_label_, y_label_, map_;
  shown::List<Series> series_;
  Problem problem_;
};
inline const Plot &display_bundle(const Plot &__plot) { return __plot; }

template <class... __A> Plot line(const __A &...__a) { return Plot().line(__a...); }
template <class... __A> Plot scatter(const __A &...__a) { return Plot().scatter(__a...); }
template <class... __A> Plot histogram(const __A &...__a) { return Plot().histogram(__a...); }
template <class... __A> Plot heat_map(const __A &...__a) { return Plot().heat_map(__a...); }
// Values, or places and values, in braces.
#define __CHV_BRACED(name)                                                                                                                 \
  template <class __T> Plot name(std::initializer_list<__T> __values, const Text &__label = {}) {                                          \
    return Plot().name(__values, __label);                                                                                                 \
  }                                                                                                                                        \
  template <class __P, class __T>                                                                                                          \
  Plot name(std::initializer_list<__P> __places, std::initializer_list<__T> __values, const Text &__label = {}) {                          \
    return Plot().name(__places, __values, __label);                                                                                       \
  }
__CHV_BRACED(line)
__CHV_BRACED(scatter)
#undef __CHV_BRACED
template <class __T> Plot histogram(std::initializer_list<__T> __values, std::size_t __bars = 0, const Text &__label = {}) {
  return Plot().histogram(__values, __bars, __label);
}
template <class __T> Plot plot(std::initializer_list<__T> __values, const Text &__label = {}) { return line(__values, __label); }
template <class __P, class __T>
Plot plot(std::initializer_list<__P> __places, std::initializer_list<__T> __values, const Text &__label = {}) {
  return line(__places, __values, __label);
}
// A line; of rows of numbers a heat map; of nothing a plot to which series are added.
inline Plot plot() { return Plot(); }
template <class __A, class... __Rest> Plot plot(const __A &__a, const __Rest &...__rest) {
  if constexpr (sizeof...(__Rest) == 0 && shown::is_rows<__A>())
    return Plot().heat_map(__a);
  else
    return Plot().line(__a, __rest...);
}

} // namespace chevron
