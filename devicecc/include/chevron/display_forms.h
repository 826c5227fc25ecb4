// How each form of value is shown. Included by `display_values.h`.
#pragma once

namespace chevron {
namespace values {
namespace forms {

using namespace traits;

// A volatile class has no members that one could ask; nothing changes it while the prompt waits.
template <class __T> struct VolatileRemoved {
  using type = __T;
};
template <class __T> struct VolatileRemoved<volatile __T> {
  using type = __T;
};
template <class __T> struct VolatileRemoved<const volatile __T> {
  using type = const __T;
};
template <class __T> using WithoutVolatile = typename VolatileRemoved<__T>::type;

template <class __Epoch, class __T> void render(Output &__out, __T &__value);

template <class __T> constexpr const char *literal_prefix() {
  if (__is_same(__T, wchar_t))
    return "L";
  if (__is_same(__T, char16_t))
    return "u";
  if (__is_same(__T, char32_t))
    return "U";
#ifdef __cpp_char8_t
  if (__is_same(__T, char8_t))
    return "u8";
#endif
  return __is_same(__T, char) ? "" : nullptr;
}
template <class __T> constexpr bool is_character = literal_prefix<__T>() != nullptr;

// ---- scalars

template <class __T> constexpr bool is_number = __is_arithmetic(__T) || __is_same(__T, __int128) || __is_same(__T, unsigned __int128);
template <class __T> constexpr bool is_narrow_builtin = __is_same(__T, _Float16) || __is_same(__T, __bf16);

template <class __T>
constexpr Narrow narrow_format = type_name<__T>().contains("bf") || type_name<__T>().contains("BF") ? Narrow::bfloat16 : Narrow::half;

template <class __E, long long __value, class = void> constexpr bool is_enum_value = false;
template <class __E, long long __value>
constexpr bool is_enum_value<__E, __value, decltype((void)std::integral_constant<__E, static_cast<__E>(__value)>::value)> = true;

template <class __E, __E... __values> const char *enumerators() { return __PRETTY_FUNCTION__; }

// Looks for the name of `value` among `first` and those that follow it. An enumeration without a fixed type may not have
// all of them: then it has none of these, as the ranges end where such enumerations' do.
template <class __E, long long __first, long long __last, std::size_t... __i>
bool put_enumerator_in(Output &__out, long long __value, std::index_sequence<__i...>) {
  if constexpr (is_enum_value<__E, __first> && is_enum_value<__E, __last>) {
    if (__value >= __first && __value <= __last)
      return put_enumerator(__out, enumerators<__E, static_cast<__E>(__first + static_cast<long long>(__i))...>(),
                            static_cast<std::size_t>(__value - __first));
  }
  return false;
}
template <class __E, long long __first, long long __last> bool put_enumerator_in(Output &__out, long long __value) {
  return put_enumerator_in<__E, __first, __last>(__out, __value, std::make_index_sequence<__last - __first + 1>());
}

template <class __E> void put_enum(Output &__out, __E __value) {
  if constexpr (has_error_name<__E>) {
    __out.text(cudaGetErrorName(__value));
    return;
  } else {
    using __Number = __underlying_type(__E);
    long long __number = static_cast<long long>(__value);
    bool __named = put_enumerator_in<__E, 0, 1>(__out, __number) || put_enumerator_in<__E, 2, 3>(__out, __number) ||
                 put_enumerator_in<__E, 4, 7>(__out, __number) || put_enumerator_in<__E, 8, 15>(__out, __number) ||
                 put_enumerator_in<__E, 16, 31>(__out, __number) || put_enumerator_in<__E, 32, 63>(__out, __number) ||
                 put_enumerator_in<__E, 64, 127>(__out, __number) || put_enumerator_in<__E, 128, 255>(__out, __number) ||
                 put_enumerator_in<__E, 256, 511>(__out, __number) || put_enumerator_in<__E, 512, 512>(__out, __number) ||
                 put_enumerator_in<__E, -1, -1>(__out, __number) || put_enumerator_in<__E, -2, -2>(__out, __number) ||
                 put_enumerator_in<__E, -4, -3>(__out, __number) || put_enumerator_in<__E, -8, -5>(__out, __number) ||
                 put_enumerator_in<__E, -16, -9>(__out, __number) || put_enumerator_in<__E, -32, -17>(__out, __number) ||
                 put_enumerator_in<__E, -64, -33>(__out, __number) || put_enumerator_in<__E, -128, -65>(__out, __number);
    if (!__named)
      put(__out, +static_cast<__Number>(__value));
  }
}

// ---- lists

template <class __Epoch, class __Iterator, class __End>
void put_elements(Output &__out, __Iterator __it, __End __end, std::size_t __elements_max, std::size_t __count) {
  Inside __inside(__out);
  std::size_t __index = 0;
  for (; __it != __end; ++__it, ++__index) {
    if (!put_separator(__out, __index, __elements_max, __count))
      return;
    auto &&__element = *__it;
    render<__Epoch>(__out, __element);
  }
}

template <class __T> std::size_t count_of(__T &__value) {
  if constexpr (has_size<__T>)
    return static_cast<std::size_t>(__value.size());
  else
    return unknown_count;
}

template <class __Epoch, class __T> void put_map(Output &__out, __T &__value) {
  Inside __inside(__out);
  std::size_t __index = 0, __count = count_of(__value), __most = elements_max();
  for (auto &&__entry : __value) {
    if (!put_separator(__out, __index++, __most, __count))
      return;
    render<__Epoch>(__out, __entry.first);
    __out.text(": ");
    render<__Epoch>(__out, __entry.second);
  }
}

template <class __T> auto begin_of(__T &__value) {
  if constexpr (has_member_begin<__T>)
    return __value.begin();
  else
    return begin(__value);
}
template <class __T> auto end_of(__T &__value) {
  if constexpr (has_member_begin<__T>)
    return __value.end();
  else
    return end(__value);
}

// A range of itself (a path of paths) would never end.
template <class __T> constexpr bool is_range_of_others() {
  if constexpr (has_member_begin<__T> || has_free_begin<__T>)
    return !__is_same(Plain<decltype(*begin_of(std::declval<__T &>()))>, Plain<__T>);
  else
    return false;
}

template <class __Epoch, class __T> void put_range(Output &__out, __T &__value) {
  __out.text("{");
  if (Inside(__out).too_deep())
    __out.text("…");
  else if constexpr (is_map<__T>)
    put_map<__Epoch>(__out, __value);
  else
    put_elements<__Epoch>(__out, begin_of(__value), end_of(__value), elements_max(), count_of(__value));
  __out.text("}");
}

template <class __T> struct Opened : __T {
  static auto &container(__T &__value) { return __value.*(&Opened::c); }
};

template <class __Epoch, class __T, std::size_t... __i> void put_tuple(Output &__out, __T &__value, std::index_sequence<__i...>) {
  using std::get;
  Inside __inside(__out);
  __out.text("(");
  ((__out.text(__i ? ", " : ""), render<__Epoch>(__out, get<__i>(__value))), ...);
  __out.text(")");
}

template <class __Epoch, class __T, std::size_t __count> void put_array(Output &__out, __T (&__value)[__count]) {
  using __E = __remove_cv(__T);
  if constexpr (is_character<__E>) {
    // Neither the zero that ends a literal is shown, nor those that fill a buffer behind its text.
    std::size_t __shown = __count;
    while (__shown && __value[__shown - 1] == 0)
      --__shown;
    put_string(__out, literal_prefix<__E>(), const_cast<const __E *>(__value), sizeof(__E), __shown);
  } else {
    __out.text("{");
    put_elements<__Epoch>(__out, __value, __value + __count, elements_max(), __count);
    __out.text("}");
  }
}

template <class __Epoch, class __T> void put_vector(Output &__out, __T &__value) {
  Inside __inside(__out);
  __out.text("(");
  render<__Epoch>(__out, __value.x);
  if constexpr (has_y<__T>)
    render<__Epoch>(__out.text(", "), __value.y);
  if constexpr (has_z<__T>)
    render<__Epoch>(__out.text(", "), __value.z);
  if constexpr (has_w<__T>)
    render<__Epoch>(__out.text(", "), __value.w);
  __out.text(")");
}

// ---- pointers and what is like them

template <class __Epoch, class __T> void put_allocated(Output &__out, const __T *__pointer, int __space, std::size_t __bytes) {
  if constexpr (!is_complete<__T>) {
    put_allocation(__out, __space, type_name<__T>(), 0, __bytes);
  } else {
    put_allocation(__out, __space, type_name<__T>(), sizeof(__T), __bytes);
    if constexpr (__is_trivially_copyable(__T)) {
      constexpr int __freed = 4;
      constexpr std::size_t __at_once = 8;
      std::size_t __count = __space == __freed ? 0 : __bytes / sizeof(__T), __most = allocated_elements_max();
      std::size_t __left = __count < __most ? __count : __most, __shown = 0;
      alignas(__T) unsigned char __elements[__at_once * sizeof(__T)];
      while (__left && !__out.full()) {
        std::size_t __part = __left < __at_once ? __left : __at_once;
        if (!copy_elements(__elements, __pointer + __shown, __part * sizeof(__T)))
          break;
        const __T *__first = reinterpret_cast<const __T *>(__elements);
        __out.text(__shown ? ", " : " {");
        put_elements<__Epoch>(__out, __first, __first + __part, __part, unknown_count);
        __shown += __part, __left -= __part;
      }
      if (__shown)
        __out.text(__count > __shown ? ", …}" : "}");
    }
  }
}

template <class __Epoch, class __T> void put_pointer(Output &__out, __T *__pointer) {
  using __E = __remove_cv(__T);
  const void *__address = const_cast<const void *>(static_cast<const volatile void *>(__pointer));
  if (!__address) {
    __out.text("nullptr");
    return;
  }
  if (__out.depth() == 0) {
    int __space = 0;
    std::size_t __bytes = 0;
    if (__chv_pointer_extent(__address, &__space, &__bytes) && __space) {
      put_allocated<__Epoch>(__out, static_cast<const __E *>(__address), __space, __bytes);
      return;
    }
  }
  if constexpr (is_character<__E>)
    put_c_string(__out, literal_prefix<__E>(), __address, sizeof(__E));
  else
    put_address(__out, __address);
}

template <class __Epoch, class __T> void put_smart_pointer(Output &__out, __T &__value) {
  auto *__pointer = __value.get();
  if (!__pointer) {
    __out.text("nullptr");
    return;
  }
  put_address(__out, const_cast<const void *>(static_cast<const volatile void *>(__pointer)));
  if constexpr (can_dereference<__T>) {
    if constexpr (is_complete<Plain<decltype(*__value)>>) {
      Inside __inside(__out);
      __out.text(" -> ");
      if (__inside.too_deep())
        __out.text("…");
      else
        render<__Epoch>(__out, *__value);
    }
  }
}

template <class __Epoch, class __T> void put_optional(Output &__out, __T &__value) {
  if (__value.has_value()) {
    if constexpr (__is_void(decltype(*__value)))
      __out.text("expected");
    else
      render<__Epoch>(__out, *__value);
  } else if constexpr (is_expected<__T>) {
    render<__Epoch>(__out.text("unexpected "), __value.error());
  } else {
    __out.text("nullopt");
  }
}

template <class __T> constexpr std::size_t alternatives = 0;
template <template <class...> class __V, class... __T> constexpr std::size_t alternatives<__V<__T...>> = sizeof...(__T);

template <class __Epoch, class __T, std::size_t... __i> void put_variant(Output &__out, __T &__value, std::index_sequence<__i...>) {
  using std::get;
  bool __shown = ((__value.index() == __i ? (render<__Epoch>(__out, get<__i>(__value)), true) : false) || ...);
  if (!__shown)
    __out.text("valueless");
}

template <class __Epoch, class __T> void put_any_pointer(Output &__out, __T *__pointer) {
  if constexpr (__is_function(__T)) {
    if (__pointer)
      put_address(__out.text("function at "), reinterpret_cast<const void *>(__pointer));
    else
      __out.text("nullptr");
  } else {
    put_pointer<__Epoch>(__out, __pointer);
  }
}

// ---- classes

template <class __Epoch, class __T> void put_complex(Output &__out, const __T &__value) {
  Inside __inside(__out);
  put(__out.text("("), __value.real());
  put(__out.text(", "), __value.imag());
  __out.text(")");
}

template <class __T> void put_bits(Output &__out, __T &__value) {
  for (std::size_t __i = __value.size(); __i-- && !__out.full();)
    __out.text(__value.test(__i) ? "1" : "0");
}

template <class __T> void put_duration(Output &__out, const __T &__value) {
  using __Period = typename __T::period;
  put(__out, __value.count());
  constexpr auto __num = __Period::num, __den = __Period::den;
  if constexpr (__den == 1 && (__num == 1 || __num == 60 || __num == 3600 || __num == 86400))
    __out.text(__num == 1 ? "s" : __num == 60 ? "min" : __num == 3600 ? "h" : "d");
  else if constexpr (__num == 1 && (__den == 1000 || __den == 1000000 || __den == 1000000000))
    __out.text(__den == 1000 ? "ms" : __den == 1000000 ? "us" : "ns");
  else {
    Inside __inside(__out);
    put(__out.text(" * "), __num);
    put(__out.text("/"), __den);
    __out.text(" s");
  }
}

// Collects what an `operator<<` writes. `Buffer` is std::streambuf, which is complete wherever that operator can be called.
template <class __Buffer> struct Collector : __Buffer {
  explicit Collector(Output &__out) : __to(__out) {}
  int overflow(int __unit) override {
    char __byte = static_cast<char>(__unit);
    if (__unit >= 0)
      __to.text(&__byte, 1);
    return 0;
  }
  decltype(std::declval<__Buffer &>().sputn(nullptr, 0)) xsputn(const char *__text,
                                                             decltype(std::declval<__Buffer &>().sputn(nullptr, 0)) __bytes) override {
    __to.text(__text, static_cast<std::size_t>(__bytes));
    return __bytes;
  }
  Output &__to;
};

// The same type as A, but not before B is known.
template <class __A, class __B> struct Later {
  using type = __A;
};

template <class __T> void put_streamed(Output &__out, __T &__value) {
  Collector<typename Later<std::streambuf, __T>::type> __collector(__out);
  typename Later<std::ostream, __T>::type __stream(&__collector);
  __stream << __value;
}

// What clang calls with each data member of a class.
template <class __Epoch> struct Members {
  Output &__to;
  bool &first;

  void name(const char *__name) const {
    __to.text(first ? "" : ", ").text(__name).text(*__name ? ": " : "");
    first = false;
  }
  // A brace by itself, or after its indentation; the class's name comes like an indentation.
  void operator()(const char *__format) const {
    bool __opens = __format[0] == ' ';
    __to.text(__opens ? "{" : "}");
    first = __opens;
  }
  template <std::size_t __t> void operator()(const char *__format, const char (&)[__t]) const {
    if (__format[2] == '}')
      (*this)(__format + 2);
  }
  // A base class, which follows in braces.
  template <std::size_t __i, std::size_t __t> void operator()(const char *, const char (&)[__i], const char (&__base)[__t]) const {
    name(__base);
  }
  // A member that is an aggregate, which follows in braces.
  template <std::size_t __i, std::size_t __t, std::size_t __n>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n]) const {
    name(__member);
  }
  // Any other member: itself, or a pointer to it that is no lvalue.
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], __T &__value) const {
    name(__member);
    render<__Epoch>(__to, __value);
  }
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], __T *const &&__pointer) const {
    name(__member);
    render<__Epoch>(__to, *__pointer);
  }
  // A bit-field.
  template <std::size_t __i, std::size_t __t, std::size_t __n, class __T>
  void operator()(const char *, const char (&)[__i], const char (&)[__t], const char (&__member)[__n], std::size_t, const __T &__value) const {
    name(__member);
    render<__Epoch>(__to, __value);
  }
};

template <class __Epoch, class __T> void put_members(Output &__out, const __T &__value) {
  Inside __inside(__out);
  bool __first = true;
  if (__inside.too_deep())
    __out.text("{…}");
  else
    __builtin_dump_struct(&__value, Members<__Epoch>{__out, __first});
}

// What is left of the standard library's forms, then what is shown of any class.
template <class __Epoch, class __T> void put_handle(Output &__out, __T &__value) {
  using __P_ = Plain<__T>;
  if constexpr (is_smart_pointer<__T>)
    put_smart_pointer<__Epoch>(__out, __value);
  else if constexpr (is_weak_pointer<__T>)
    render<__Epoch>(__out, static_cast<const decltype(__value.lock()) &>(__value.lock()));
  else if constexpr (is_reference<__T>)
    render<__Epoch>(__out, __value.get());
  else if constexpr (is_atomic<__T>)
    render<__Epoch>(__out, static_cast<const decltype(__value.load()) &>(__value.load()));
  else if constexpr (is_bit<__T>)
    put(__out, static_cast<bool>(__value));
  else if constexpr (is_bitset<__T>)
    put_bits(__out, __value);
  else if constexpr (is_duration<__T>)
    put_duration(__out, __value);
  else if constexpr (is_function<__T>)
    __out.text(__value ? "function" : "empty function");
  else if constexpr (is_any<__T>)
    __out.text(__value.has_value() ? "any" : "empty any");
  else if constexpr (is_exception<__T>)
    render<__Epoch>(__out, static_cast<const char *const &>(__value.what()));
  else if constexpr (is_adaptor<__P_>)
    put_range<__Epoch>(__out, Opened<__P_>::container(const_cast<__P_ &>(__value)));
  else if constexpr (has_stream<__Epoch, __T, std::ostream>)
    put_streamed(__out, __value);
  else if constexpr (is_of_library<__P_> && __is_empty(__P_))
    __out.text(type_name<__P_>().text, type_name<__P_>().bytes);
  else if constexpr (is_of_library<__P_> || __is_union(__P_))
    put_object(__out, type_name<__P_>(), &reinterpret_cast<const char &>(__value));
  else
    put_members<__Epoch>(__out, static_cast<const __P_ &>(__value));
}

template <class __Epoch, class __T> void put_class(Output &__out, __T &__value) {
  using __P_ = Plain<__T>;
  if constexpr (is_lambda<__P_>)
    __out.text("lambda");
  else if constexpr (is_narrow_float<__P_>)
    put_narrow(__out, static_cast<float>(__value), narrow_format<__P_>);
  else if constexpr (is_vector<__P_>)
    put_vector<__Epoch>(__out, __value);
  else if constexpr (!is_of_library<__P_> && has_stream<__Epoch, __T, std::ostream>)
    put_streamed(__out, __value);
  else if constexpr (is_string<__T>)
    put_string(__out, literal_prefix<typename __T::value_type>(), __value.data(), sizeof(typename __T::value_type), __value.length());
  else if constexpr (is_path<__T>)
    render<__Epoch>(__out, __value.native());
  else if constexpr (is_complex<__T>)
    put_complex<__Epoch>(__out, __value);
  else if constexpr (is_optional<__T> || is_expected<__T>)
    put_optional<__Epoch>(__out, __value);
  else if constexpr (is_variant<__T>)
    put_variant<__Epoch>(__out, __value, std::make_index_sequence<alternatives<__P_>>());
  else if constexpr (is_range_of_others<__T>())
    put_range<__Epoch>(__out, __value);
  else if constexpr (is_tuple<__T>)
    put_tuple<__Epoch>(__out, __value, std::make_index_sequence<std::tuple_size<__P_>::value>());
  else
    put_handle<__Epoch>(__out, __value);
}

template <class __Epoch, class __T> void put_subscripts(Output &__out, __T &__value) {
  Inside __inside(__out);
  constexpr std::size_t __count = sizeof(__value) / sizeof(__value[0]);
  __out.text("(");
  for (std::size_t __i = 0; __i < __count && put_separator(__out, __i, elements_max(), __count); ++__i) {
    auto __element = __value[__i];
    render<__Epoch>(__out, __element);
  }
  __out.text(")");
}

template <class __Epoch, class __T> void render(Output &__out, __T &__value) {
  using __P_ = Plain<__T>;
  if constexpr (has_user_show<__Epoch, __T>)
    show(__out, __value);
  else if constexpr (is_narrow_builtin<__P_>)
    put_narrow(__out, static_cast<float>(__value), narrow_format<__P_>);
  else if constexpr (is_number<__P_>)
    put(__out, static_cast<__P_>(__value));
  else if constexpr (__is_same(__P_, decltype(nullptr)))
    __out.text("nullptr");
  else if constexpr (__is_enum(__P_))
    put_enum(__out, static_cast<__P_>(__value));
  else if constexpr (__is_function(__P_))
    put_address(__out.text("function at "), reinterpret_cast<const void *>(&__value));
  else if constexpr (__is_bounded_array(__T))
    put_array<__Epoch>(__out, __value);
  else if constexpr (__is_pointer(__P_))
    put_any_pointer<__Epoch>(__out, static_cast<__P_>(__value));
  else if constexpr (__is_member_pointer(__P_))
    __out.text(static_cast<__P_>(__value) == nullptr ? "nullptr" : "member pointer");
  else if constexpr (__is_class(__P_) || __is_union(__P_))
    put_class<__Epoch>(__out, const_cast<WithoutVolatile<__T> &>(__value));
  else if constexpr (has_subscript<__T>)
    put_subscripts<__Epoch>(__out, __value);
  else
    put_object(__out, type_name<__P_>(), const_cast<const char *>(&reinterpret_cast<const volatile char &>(__value)));
}

} // namespace forms
} // namespace values
} // namespace chevron
