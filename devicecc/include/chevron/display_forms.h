// How each form of value is shown. Included by `display.h`.
#pragma once

namespace chevron {
namespace display {
namespace forms {

using namespace traits;

// A volatile class has no members that one could ask; nothing changes it while the prompt waits.
template <class T> struct VolatileRemoved {
  using type = T;
};
template <class T> struct VolatileRemoved<volatile T> {
  using type = T;
};
template <class T> struct VolatileRemoved<const volatile T> {
  using type = const T;
};
template <class T> using WithoutVolatile = typename VolatileRemoved<T>::type;

template <class Epoch, class T> void render(Output &out, T &value);

template <class T> constexpr const char *literal_prefix() {
  if (__is_same(T, wchar_t))
    return "L";
  if (__is_same(T, char16_t))
    return "u";
  if (__is_same(T, char32_t))
    return "U";
#ifdef __cpp_char8_t
  if (__is_same(T, char8_t))
    return "u8";
#endif
  return __is_same(T, char) ? "" : nullptr;
}
template <class T> constexpr bool is_character = literal_prefix<T>() != nullptr;

// ---- scalars

template <class T> constexpr bool is_number = __is_arithmetic(T) || __is_same(T, __int128) || __is_same(T, unsigned __int128);
template <class T> constexpr bool is_narrow_builtin = __is_same(T, _Float16) || __is_same(T, __bf16);

template <class T>
constexpr Narrow narrow_format = type_name<T>().contains("bf") || type_name<T>().contains("BF") ? Narrow::bfloat16 : Narrow::half;

template <class E, long long value, class = void> constexpr bool is_enum_value = false;
template <class E, long long value>
constexpr bool is_enum_value<E, value, decltype((void)std::integral_constant<E, static_cast<E>(value)>::value)> = true;

template <class E, E... values> const char *enumerators() { return __PRETTY_FUNCTION__; }

// Looks for the name of `value` among `first` and those that follow it. An enumeration without a fixed type may not have
// all of them: then it has none of these, as the ranges end where such enumerations' do.
template <class E, long long first, long long last, std::size_t... i>
bool put_enumerator_in(Output &out, long long value, std::index_sequence<i...>) {
  if constexpr (is_enum_value<E, first> && is_enum_value<E, last>) {
    if (value >= first && value <= last)
      return put_enumerator(out, enumerators<E, static_cast<E>(first + static_cast<long long>(i))...>(),
                            static_cast<std::size_t>(value - first));
  }
  return false;
}
template <class E, long long first, long long last> bool put_enumerator_in(Output &out, long long value) {
  return put_enumerator_in<E, first, last>(out, value, std::make_index_sequence<last - first + 1>());
}

template <class E> void put_enum(Output &out, E value) {
  if constexpr (has_error_name<E>) {
    out.text(cudaGetErrorName(value));
    return;
  } else {
    using Number = __underlying_type(E);
    long long number = static_cast<long long>(value);
    bool named = put_enumerator_in<E, 0, 1>(out, number) || put_enumerator_in<E, 2, 3>(out, number) ||
                 put_enumerator_in<E, 4, 7>(out, number) || put_enumerator_in<E, 8, 15>(out, number) ||
                 put_enumerator_in<E, 16, 31>(out, number) || put_enumerator_in<E, 32, 63>(out, number) ||
                 put_enumerator_in<E, 64, 127>(out, number) || put_enumerator_in<E, 128, 255>(out, number) ||
                 put_enumerator_in<E, 256, 511>(out, number) || put_enumerator_in<E, 512, 512>(out, number) ||
                 put_enumerator_in<E, -1, -1>(out, number) || put_enumerator_in<E, -2, -2>(out, number) ||
                 put_enumerator_in<E, -4, -3>(out, number) || put_enumerator_in<E, -8, -5>(out, number) ||
                 put_enumerator_in<E, -16, -9>(out, number) || put_enumerator_in<E, -32, -17>(out, number) ||
                 put_enumerator_in<E, -64, -33>(out, number) || put_enumerator_in<E, -128, -65>(out, number);
    if (!named)
      put(out, +static_cast<Number>(value));
  }
}

// ---- lists

template <class Epoch, class Iterator, class End>
void put_elements(Output &out, Iterator it, End end, std::size_t elements_max, std::size_t count) {
  Inside inside(out);
  std::size_t index = 0;
  for (; it != end; ++it, ++index) {
    if (!put_separator(out, index, elements_max, count))
      return;
    auto &&element = *it;
    render<Epoch>(out, element);
  }
}

template <class T> std::size_t count_of(T &value) {
  if constexpr (has_size<T>)
    return static_cast<std::size_t>(value.size());
  else
    return unknown_count;
}

template <class Epoch, class T> void put_map(Output &out, T &value) {
  Inside inside(out);
  std::size_t index = 0, count = count_of(value);
  for (auto &&entry : value) {
    if (!put_separator(out, index++, Output::elements_max, count))
      return;
    render<Epoch>(out, entry.first);
    out.text(": ");
    render<Epoch>(out, entry.second);
  }
}

template <class T> auto begin_of(T &value) {
  if constexpr (has_member_begin<T>)
    return value.begin();
  else
    return begin(value);
}
template <class T> auto end_of(T &value) {
  if constexpr (has_member_begin<T>)
    return value.end();
  else
    return end(value);
}

// A range of itself (a path of paths) would never end.
template <class T> constexpr bool is_range_of_others() {
  if constexpr (has_member_begin<T> || has_free_begin<T>)
    return !__is_same(Plain<decltype(*begin_of(std::declval<T &>()))>, Plain<T>);
  else
    return false;
}

template <class Epoch, class T> void put_range(Output &out, T &value) {
  out.text("{");
  if (Inside(out).too_deep())
    out.text("…");
  else if constexpr (is_map<T>)
    put_map<Epoch>(out, value);
  else
    put_elements<Epoch>(out, begin_of(value), end_of(value), Output::elements_max, count_of(value));
  out.text("}");
}

template <class T> struct Opened : T {
  static auto &container(T &value) { return value.*(&Opened::c); }
};

template <class Epoch, class T, std::size_t... i> void put_tuple(Output &out, T &value, std::index_sequence<i...>) {
  using std::get;
  Inside inside(out);
  out.text("(");
  ((out.text(i ? ", " : ""), render<Epoch>(out, get<i>(value))), ...);
  out.text(")");
}

template <class Epoch, class T, std::size_t count> void put_array(Output &out, T (&value)[count]) {
  using E = __remove_cv(T);
  if constexpr (is_character<E>) {
    // Neither the zero that ends a literal is shown, nor those that fill a buffer behind its text.
    std::size_t shown = count;
    while (shown && value[shown - 1] == 0)
      --shown;
    put_string(out, literal_prefix<E>(), const_cast<const E *>(value), sizeof(E), shown);
  } else {
    out.text("{");
    put_elements<Epoch>(out, value, value + count, Output::elements_max, count);
    out.text("}");
  }
}

template <class Epoch, class T> void put_vector(Output &out, T &value) {
  Inside inside(out);
  out.text("(");
  render<Epoch>(out, value.x);
  if constexpr (has_y<T>)
    render<Epoch>(out.text(", "), value.y);
  if constexpr (has_z<T>)
    render<Epoch>(out.text(", "), value.z);
  if constexpr (has_w<T>)
    render<Epoch>(out.text(", "), value.w);
  out.text(")");
}

// ---- pointers and what is like them

template <class Epoch, class T> void put_allocated(Output &out, const T *pointer, int space, std::size_t bytes) {
  constexpr std::size_t elements_max = 8;
  if constexpr (!is_complete<T>) {
    put_allocation(out, space, type_name<T>(), 0, bytes);
  } else {
    put_allocation(out, space, type_name<T>(), sizeof(T), bytes);
    if constexpr (__is_trivially_copyable(T)) {
      std::size_t count = bytes / sizeof(T), shown = count < elements_max ? count : elements_max;
      alignas(T) unsigned char elements[elements_max * sizeof(T)];
      if (shown && copy_elements(elements, pointer, shown * sizeof(T))) {
        const T *first = reinterpret_cast<const T *>(elements);
        out.text(" {");
        put_elements<Epoch>(out, first, first + shown, elements_max, unknown_count);
        out.text(count > shown ? ", …}" : "}");
      }
    }
  }
}

template <class Epoch, class T> void put_pointer(Output &out, T *pointer) {
  using E = __remove_cv(T);
  const void *address = const_cast<const void *>(static_cast<const volatile void *>(pointer));
  if (!address) {
    out.text("nullptr");
    return;
  }
  if (out.depth() == 0) {
    int space = 0;
    std::size_t bytes = 0;
    if (__chv_pointer_extent(address, &space, &bytes) && space) {
      put_allocated<Epoch>(out, static_cast<const E *>(address), space, bytes);
      return;
    }
  }
  if constexpr (is_character<E>)
    put_c_string(out, literal_prefix<E>(), address, sizeof(E));
  else
    put_address(out, address);
}

template <class Epoch, class T> void put_smart_pointer(Output &out, T &value) {
  auto *pointer = value.get();
  if (!pointer) {
    out.text("nullptr");
    return;
  }
  put_address(out, const_cast<const void *>(static_cast<const volatile void *>(pointer)));
  if constexpr (can_dereference<T>) {
    if constexpr (is_complete<Plain<decltype(*value)>>) {
      Inside inside(out);
      out.text(" -> ");
      if (inside.too_deep())
        out.text("…");
      else
        render<Epoch>(out, *value);
    }
  }
}

template <class Epoch, class T> void put_optional(Output &out, T &value) {
  if (value.has_value()) {
    if constexpr (__is_void(decltype(*value)))
      out.text("expected");
    else
      render<Epoch>(out, *value);
  } else if constexpr (is_expected<T>) {
    render<Epoch>(out.text("unexpected "), value.error());
  } else {
    out.text("nullopt");
  }
}

template <class T> constexpr std::size_t alternatives = 0;
template <template <class...> class V, class... T> constexpr std::size_t alternatives<V<T...>> = sizeof...(T);

template <class Epoch, class T, std::size_t... i> void put_variant(Output &out, T &value, std::index_sequence<i...>) {
  using std::get;
  bool shown = ((value.index() == i ? (render<Epoch>(out, get<i>(value)), true) : false) || ...);
  if (!shown)
    out.text("valueless");
}

template <class Epoch, class T> void put_any_pointer(Output &out, T *pointer) {
  if constexpr (__is_function(T)) {
    if (pointer)
      put_address(out.text("function at "), reinterpret_cast<const void *>(pointer));
    else
      out.text("nullptr");
  } else {
    put_pointer<Epoch>(out, pointer);
  }
}

// ---- classes

template <class Epoch, class T> void put_complex(Output &out, const T &value) {
  Inside inside(out);
  put(out.text("("), value.real());
  put(out.text(", "), value.imag());
  out.text(")");
}

template <class T> void put_bits(Output &out, T &value) {
  for (std::size_t i = value.size(); i-- && !out.full();)
    out.text(value.test(i) ? "1" : "0");
}

template <class T> void put_duration(Output &out, const T &value) {
  using Period = typename T::period;
  put(out, value.count());
  constexpr auto num = Period::num, den = Period::den;
  if constexpr (den == 1 && (num == 1 || num == 60 || num == 3600 || num == 86400))
    out.text(num == 1 ? "s" : num == 60 ? "min" : num == 3600 ? "h" : "d");
  else if constexpr (num == 1 && (den == 1000 || den == 1000000 || den == 1000000000))
    out.text(den == 1000 ? "ms" : den == 1000000 ? "us" : "ns");
  else {
    Inside inside(out);
    put(out.text(" * "), num);
    put(out.text("/"), den);
    out.text(" s");
  }
}

// Collects what an `operator<<` writes. `Buffer` is std::streambuf, which is complete wherever that operator can be called.
template <class Buffer> struct Collector : Buffer {
  explicit Collector(Output &out) : out(out) {}
  int overflow(int unit) override {
    char byte = static_cast<char>(unit);
    if (unit >= 0)
      out.text(&byte, 1);
    return 0;
  }
  decltype(std::declval<Buffer &>().sputn(nullptr, 0)) xsputn(const char *text,
                                                             decltype(std::declval<Buffer &>().sputn(nullptr, 0)) bytes) override {
    out.text(text, static_cast<std::size_t>(bytes));
    return bytes;
  }
  Output &out;
};

// The same type as A, but not before B is known.
template <class A, class B> struct Later {
  using type = A;
};

template <class T> void put_streamed(Output &out, T &value) {
  Collector<typename Later<std::streambuf, T>::type> collector(out);
  typename Later<std::ostream, T>::type stream(&collector);
  stream << value;
}

// What clang calls with each data member of a class.
template <class Epoch> struct Members {
  Output &out;
  bool &first;

  void name(const char *name) const {
    out.text(first ? "" : ", ").text(name).text(*name ? ": " : "");
    first = false;
  }
  // A brace by itself, or after its indentation; the class's name comes like an indentation.
  void operator()(const char *format) const {
    bool opens = format[0] == ' ';
    out.text(opens ? "{" : "}");
    first = opens;
  }
  template <std::size_t t> void operator()(const char *format, const char (&)[t]) const {
    if (format[2] == '}')
      (*this)(format + 2);
  }
  // A base class, which follows in braces.
  template <std::size_t i, std::size_t t> void operator()(const char *, const char (&)[i], const char (&base)[t]) const {
    name(base);
  }
  // A member that is an aggregate, which follows in braces.
  template <std::size_t i, std::size_t t, std::size_t n>
  void operator()(const char *, const char (&)[i], const char (&)[t], const char (&member)[n]) const {
    name(member);
  }
  // Any other member: itself, or a pointer to it that is no lvalue.
  template <std::size_t i, std::size_t t, std::size_t n, class T>
  void operator()(const char *, const char (&)[i], const char (&)[t], const char (&member)[n], T &value) const {
    name(member);
    render<Epoch>(out, value);
  }
  template <std::size_t i, std::size_t t, std::size_t n, class T>
  void operator()(const char *, const char (&)[i], const char (&)[t], const char (&member)[n], T *const &&pointer) const {
    name(member);
    render<Epoch>(out, *pointer);
  }
  // A bit-field.
  template <std::size_t i, std::size_t t, std::size_t n, class T>
  void operator()(const char *, const char (&)[i], const char (&)[t], const char (&member)[n], std::size_t, const T &value) const {
    name(member);
    render<Epoch>(out, value);
  }
};

template <class Epoch, class T> void put_members(Output &out, const T &value) {
  Inside inside(out);
  bool first = true;
  if (inside.too_deep())
    out.text("{…}");
  else
    __builtin_dump_struct(&value, Members<Epoch>{out, first});
}

// What is left of the standard library's forms, then what is shown of any class.
template <class Epoch, class T> void put_handle(Output &out, T &value) {
  using P = Plain<T>;
  if constexpr (is_smart_pointer<T>)
    put_smart_pointer<Epoch>(out, value);
  else if constexpr (is_weak_pointer<T>)
    render<Epoch>(out, static_cast<const decltype(value.lock()) &>(value.lock()));
  else if constexpr (is_reference<T>)
    render<Epoch>(out, value.get());
  else if constexpr (is_atomic<T>)
    render<Epoch>(out, static_cast<const decltype(value.load()) &>(value.load()));
  else if constexpr (is_bit<T>)
    put(out, static_cast<bool>(value));
  else if constexpr (is_bitset<T>)
    put_bits(out, value);
  else if constexpr (is_duration<T>)
    put_duration(out, value);
  else if constexpr (is_function<T>)
    out.text(value ? "function" : "empty function");
  else if constexpr (is_any<T>)
    out.text(value.has_value() ? "any" : "empty any");
  else if constexpr (is_exception<T>)
    render<Epoch>(out, static_cast<const char *const &>(value.what()));
  else if constexpr (is_adaptor<P>)
    put_range<Epoch>(out, Opened<P>::container(const_cast<P &>(value)));
  else if constexpr (has_stream<Epoch, T, std::ostream>)
    put_streamed(out, value);
  else if constexpr (is_of_library<P> && __is_empty(P))
    out.text(type_name<P>().text, type_name<P>().bytes);
  else if constexpr (is_of_library<P> || __is_union(P))
    put_object(out, type_name<P>(), &reinterpret_cast<const char &>(value));
  else
    put_members<Epoch>(out, static_cast<const P &>(value));
}

template <class Epoch, class T> void put_class(Output &out, T &value) {
  using P = Plain<T>;
  if constexpr (is_lambda<P>)
    out.text("lambda");
  else if constexpr (is_narrow_float<P>)
    put_narrow(out, static_cast<float>(value), narrow_format<P>);
  else if constexpr (is_vector<P>)
    put_vector<Epoch>(out, value);
  else if constexpr (!is_of_library<P> && has_stream<Epoch, T, std::ostream>)
    put_streamed(out, value);
  else if constexpr (is_string<T>)
    put_string(out, literal_prefix<typename T::value_type>(), value.data(), sizeof(typename T::value_type), value.length());
  else if constexpr (is_path<T>)
    render<Epoch>(out, value.native());
  else if constexpr (is_complex<T>)
    put_complex<Epoch>(out, value);
  else if constexpr (is_optional<T> || is_expected<T>)
    put_optional<Epoch>(out, value);
  else if constexpr (is_variant<T>)
    put_variant<Epoch>(out, value, std::make_index_sequence<alternatives<P>>());
  else if constexpr (is_range_of_others<T>())
    put_range<Epoch>(out, value);
  else if constexpr (is_tuple<T>)
    put_tuple<Epoch>(out, value, std::make_index_sequence<std::tuple_size<P>::value>());
  else
    put_handle<Epoch>(out, value);
}

template <class Epoch, class T> void put_subscripts(Output &out, T &value) {
  Inside inside(out);
  constexpr std::size_t count = sizeof(value) / sizeof(value[0]);
  out.text("(");
  for (std::size_t i = 0; i < count && put_separator(out, i, Output::elements_max, count); ++i) {
    auto element = value[i];
    render<Epoch>(out, element);
  }
  out.text(")");
}

template <class Epoch, class T> void render(Output &out, T &value) {
  using P = Plain<T>;
  if constexpr (has_user_show<Epoch, T>)
    show(out, value);
  else if constexpr (is_narrow_builtin<P>)
    put_narrow(out, static_cast<float>(value), narrow_format<P>);
  else if constexpr (is_number<P>)
    put(out, static_cast<P>(value));
  else if constexpr (__is_same(P, decltype(nullptr)))
    out.text("nullptr");
  else if constexpr (__is_enum(P))
    put_enum(out, static_cast<P>(value));
  else if constexpr (__is_function(P))
    put_address(out.text("function at "), reinterpret_cast<const void *>(&value));
  else if constexpr (__is_bounded_array(T))
    put_array<Epoch>(out, value);
  else if constexpr (__is_pointer(P))
    put_any_pointer<Epoch>(out, static_cast<P>(value));
  else if constexpr (__is_member_pointer(P))
    out.text(static_cast<P>(value) == nullptr ? "nullptr" : "member pointer");
  else if constexpr (__is_class(P) || __is_union(P))
    put_class<Epoch>(out, const_cast<WithoutVolatile<T> &>(value));
  else if constexpr (has_subscript<T>)
    put_subscripts<Epoch>(out, value);
  else
    put_object(out, type_name<P>(), const_cast<const char *>(&reinterpret_cast<const volatile char &>(value)));
}

} // namespace forms
} // namespace display
} // namespace chevron
