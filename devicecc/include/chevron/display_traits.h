// What the display asks of a type. Included by `display_values.h`.
#pragma once

namespace chevron {
namespace values {
namespace traits {

template <class __T> using Plain = __remove_cvref(__T);

// Defines `name<T>`: does `expression` compile, where __CHV_T is an lvalue of type T?
#define __CHV_DETECT(name, expression)                                                                                 \
  template <class __T, class = void> constexpr bool name = false;                                                      \
  template <class __T> constexpr bool name<__T, decltype((void)(expression))> = true;
#define __CHV_T std::declval<__T &>()
// The same without const, for members that would change it: they tell what a type is, and are never called.
#define __CHV_MUTABLE std::declval<Plain<__T> &>()

__CHV_DETECT(has_a_size, sizeof(__T))
__CHV_DETECT(has_size, static_cast<std::size_t>(__CHV_T.size()))
__CHV_DETECT(has_member_begin, (__CHV_T.begin(), __CHV_T.end(), *__CHV_T.begin()))
__CHV_DETECT(has_free_begin, (begin(__CHV_T), end(__CHV_T), *begin(__CHV_T)))
__CHV_DETECT(is_string, (sizeof(typename __T::traits_type), sizeof(typename __T::value_type), *__CHV_T.data(), __CHV_T.length()))
__CHV_DETECT(is_path, (__CHV_T.native(), __CHV_T.root_name()))
__CHV_DETECT(is_map, (sizeof(typename __T::key_type), sizeof(typename __T::mapped_type)))
__CHV_DETECT(is_adaptor, sizeof(typename __T::container_type))
__CHV_DETECT(is_tuple, std::tuple_size<Plain<__T>>::value)
__CHV_DETECT(is_optional, (static_cast<bool>(__CHV_T.has_value()), *__CHV_T))
__CHV_DETECT(is_expected, (static_cast<bool>(__CHV_T.has_value()), __CHV_T.error()))
__CHV_DETECT(is_variant, (__CHV_T.index(), __CHV_T.valueless_by_exception()))
__CHV_DETECT(is_smart_pointer, (static_cast<const volatile void *>(__CHV_T.get()), __CHV_T == nullptr, __CHV_MUTABLE.reset()))
__CHV_DETECT(can_dereference, *__CHV_T)
__CHV_DETECT(is_weak_pointer, (__CHV_T.lock(), __CHV_T.expired()))
__CHV_DETECT(is_reference, (&static_cast<typename __T::type &>(__CHV_T), &__CHV_T.get()))
__CHV_DETECT(is_atomic, (__CHV_T.load(), __CHV_T.is_lock_free()))
__CHV_DETECT(is_bit, (static_cast<bool>(__CHV_T), ~__CHV_T, __CHV_MUTABLE.flip()))
__CHV_DETECT(is_bitset, (__CHV_T.test(0), __CHV_MUTABLE.flip(0), __CHV_T.size()))
__CHV_DETECT(is_duration, (__CHV_T.count(), __T::period::num, __T::period::den))
__CHV_DETECT(is_function, (static_cast<bool>(__CHV_T), __CHV_T.target_type()))
__CHV_DETECT(is_any, (__CHV_T.has_value(), __CHV_T.type()))
__CHV_DETECT(is_exception, __CHV_T.what())
__CHV_DETECT(has_error_name, static_cast<const char *>(cudaGetErrorName(__CHV_T)))
__CHV_DETECT(has_x, __CHV_T.x)
__CHV_DETECT(has_y, __CHV_T.y)
__CHV_DETECT(has_z, __CHV_T.z)
__CHV_DETECT(has_w, __CHV_T.w)
__CHV_DETECT(has_subscript, __CHV_T[0])
#undef __CHV_DETECT

template <class __T> constexpr bool is_complete = !__is_void(__T) && has_a_size<__T>;

template <class __T, class = void> constexpr bool is_complex = false;
template <class __T>
constexpr bool is_complex<__T, decltype((void)(__CHV_T.real(), __CHV_T.imag(), sizeof(typename __T::value_type)))> =
    sizeof(__T) == 2 * sizeof(typename __T::value_type);

// A half or bfloat16 of any header: two bytes that convert to float.
template <class __T, class = void> constexpr bool is_narrow_float = false;
template <class __T>
constexpr bool is_narrow_float<__T, decltype((void)static_cast<float>(std::declval<const __T &>()))> =
    sizeof(__T) == 2 && __is_constructible(__T, float) && !__is_empty(__T);

// These depend on what the user has declared by now, hence on the epoch.
template <class Epoch, class __T, class = void> constexpr bool has_show = false;
template <class Epoch, class __T>
constexpr bool has_show<Epoch, __T, decltype((void)show(std::declval<Output &>(), __CHV_T))> = true;

template <class Epoch, class __T, class Stream, class = void> constexpr bool has_stream = false;
template <class Epoch, class __T, class Stream>
constexpr bool
    has_stream<Epoch, __T, Stream, decltype((void)(sizeof(Stream), static_cast<Stream &>(std::declval<Stream &>() << __CHV_T)))> =
        true;

// A type of the program's with forms of its own; `__Forms` is complete once <chevron/display.h> is included.
template <class Epoch, class __T, class __Forms, class = void> constexpr bool has_display_bundle = false;
template <class Epoch, class __T, class __Forms>
constexpr bool has_display_bundle<Epoch, __T, __Forms, decltype((void)(sizeof(__Forms), display_bundle(__CHV_T)))> = true;
template <class Epoch, class __T, class __Forms>
constexpr bool has_bundle = (__is_class(__T) || __is_union(__T) || __is_enum(__T)) && has_display_bundle<Epoch, __T, __Forms>;
#undef __CHV_T
#undef __CHV_MUTABLE

// The name is cut out of `__PRETTY_FUNCTION__` when compiling.
template <class __T> constexpr const char *pretty() { return __PRETTY_FUNCTION__; }

template <class __T> constexpr Name type_name() {
  const char *__text = pretty<__T>();
  while (!(__text[0] == 'T' && __text[1] == ' ' && __text[2] == '='))
    ++__text;
  __text += 4;
  std::size_t __bytes = 0;
  while (__text[__bytes])
    ++__bytes;
  return {__text, __bytes - 1};
}

// A customisation for class or enumeration types; numbers would come to it by conversion.
template <class Epoch, class __T>
constexpr bool has_user_show = (__is_class(__T) || __is_union(__T) || __is_enum(__T)) && has_show<Epoch, __T>;

// A lambda among a type's template arguments is followed by their closing bracket.
constexpr bool is_lambda_name(Name __name) { return __name.contains("(lambda at ") && __name.text[__name.bytes - 1] == ')'; }
template <class __T> constexpr bool is_lambda = is_lambda_name(type_name<__T>());

// Types whose data members are nobody's business.
template <class __T> constexpr bool is_of_library = type_name<__T>().starts_with("std::") || type_name<__T>().starts_with("__gnu_cxx::");

// The built-in vector types of CUDA and HIP: a base name, the number of elements, perhaps an alignment. `dim3` is one, too.
constexpr bool is_vector_name(Name __name) {
  const char *__bases_[] = {"char",     "uchar",     "short", "ushort", "int",  "uint",  "long", "ulong",
                         "longlong", "ulonglong", "float", "double", "half", "__half", "__nv_bfloat16", "dim"};
  for (const char *__base : __bases_) {
    if (!__name.starts_with(__base))
      continue;
    Name __rest = __name;
    for (; *__base; ++__base)
      ++__rest.text, --__rest.bytes;
    bool __counted = __rest.bytes && __rest.text[0] >= '1' && __rest.text[0] <= '4';
    if (__counted && (__rest.bytes == 1 || __rest.text[1] == '_'))
      return true;
  }
  return __name.starts_with("__nv_bfloat162") || __name.starts_with("__hip_") || __name.starts_with("HIP_vector_type<");
}
template <class __T> constexpr bool is_vector = is_vector_name(type_name<__T>()) && has_x<__T>;

} // namespace traits
} // namespace values
} // namespace chevron
