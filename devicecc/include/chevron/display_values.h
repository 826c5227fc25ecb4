// Display of values: what the prompt prints for a last expression without `;`.
//
// The compiler turns such an expression `e` into `::chevron::values::show<N, K>(e)`, another N each time; the prompt itself prints the type, and K tells
// how the value is kept for `_`. How to
// show a type of your own, in any of these ways (the first that applies is taken):
//
// 1. Write an overload of `show` beside the type, in its namespace:
//
//      struct Version { int major, minor; };
//      void show(chevron::display::Output &out, const Version &v) { out.text("v").value(v.major).text(".").value(v.minor); }
//
// 2. Give it an `operator<<` for `std::ostream`, with <ostream> included.
// 3. Give it a form that is known: iterators by `begin` and `end`, `std::tuple_size` and `get`, the members of an optional,
//    a variant, a smart pointer, a string, a complex number.
// 4. Do nothing: its data members are shown by name, as in `{x: 1, y: 2}`.
//
// With <chevron/display.h> a type can have other forms than text: HTML, a picture, a plot.
//
// For types of `std`, their form comes before `operator<<`. In C++20 an overload counts from the next cell on; in C++17 one
// that is written after the type was shown for the first time is not seen.
//
// Known forms, and what they look like:
//
//   42   3.14   1.5f   true   'a'   "text\n"   Color::red (an enumerator's value from -128 to 512, else the number)
//   {1, 2, 3, … (1000 in all)}   {"a": 1}   (1, "x")   nullopt   0x55d0 -> 42   (1.5, -2) (complex and CUDA's vector types)
//   device float[1024] {0, 1, 2, 3, 4, 5, 6, 7, …} (memory that the runtime allocated)   freed device float[1024]   0x7ffd10 (other pointers)
//   cudaErrorInvalidValue   function at 0x55d0   lambda   <std::mutex at 0x55d0>
//
// Nothing here needs another header of the standard library than those below: types are known by what they can do. It is
// for host code only, and everything that does not depend on a type is compiled once, in `display_text.h`. The device side
// reads the declarations too, as it reads the user's overloads.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <utility>

// Provided by the executor. Takes the text of the cell's value.
extern "C" void __chv_show(const char *__text, std::size_t __bytes);
// Provided by the executor. Whether the runtime allocated what `pointer` points into; space: 0 unknown, 1 pinned host memory,
// 2 device, 3 managed, 4 device memory that was freed; bytes_left: from `pointer` to the allocation's end. Gives nonzero if it is known.
extern "C" int __chv_pointer_extent(const void *__pointer, int *__space, std::size_t *__bytes_left);
// Provided by the executor. Where the device has what host code sees at `place`, if that is a device variable or a part of one; else null.
extern "C" const void *__chv_variable_storage(const void *__place, std::size_t __bytes);
// Provided by the executor. Copies while a stream is captured, when cudaMemcpy must not be called: 0 if it has, 1 if none is captured, 2 if it failed.
extern "C" int __chv_copy_beside_captures(void *__to, const void *__from, std::size_t __bytes);
// Provided by the executor. How much is shown at most: 0 elements of a list, 1 elements of an allocation, 2 bytes of text.
extern "C" std::size_t __chv_shown_most(int __what);
// Provided by the executor. Memory for an object that is kept.
extern "C" void *__chv_keep_room(std::size_t __bytes);
// Provided by the executor. Keeps the value of the text with this number, instead of the one that was kept before and nobody has asked for: an object in such
// memory, whose `destroy` may be null, or one that is somewhere else (owned: 0) and is left alone.
extern "C" void __chv_keep(unsigned __text, void *__object, int __owned, void (*__destroy)(void *));
// Provided by the executor. The value that is kept of the text with this number, from now on for good; null if there is none.
extern "C" void *__chv_kept(unsigned __text);

// Where a value is made that is kept. <new> need not be included for it.
enum __chv_room { __chv_here };
inline void *operator new(std::size_t __bytes, __chv_room) noexcept { return __chv_keep_room(__bytes); }
inline void operator delete(void *, __chv_room) noexcept {}

namespace chevron {
namespace values {

// Another type for each text that the prompt compiles: an instance that one of them made is nobody else's.
template <unsigned> struct Epoch;

// One of a kind for each place that uses it, so that a customisation written after a type was first shown is found: the
// compiler remembers what it instantiated.
#if __cplusplus >= 202002L
#define __CHV_EPOCH decltype([] {})
#else
#define __CHV_EPOCH void
#endif

// How a value is kept, which `_` means in the cells to come.
enum class Keep { no, copy, reference };

// The text that a value becomes. Grows up to a limit, 32 KiB if nobody has asked for more; what comes after that is dropped, and an ellipsis is put in place.
class Output {
public:
  static constexpr unsigned depth_max = 16;

  Output() = default;
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output();

  // Adds text as it is.
  Output &text(const char *__text);
  Output &text(const char *__text, std::size_t __bytes);
  // Adds a value as it is shown inside of others.
  template <class __T, class __Epoch = __CHV_EPOCH> Output &value(const __T &__value);

  // Nothing more goes in.
  bool full() const { return bytes_ >= bytes_max_; }
  // How deep in other values the next value is; numbers have no suffix there.
  unsigned depth() const { return depth_; }
  // Bytes of the text so far.
  std::size_t size() const { return bytes_; }
  // The text so far; ended by a zero only if one was added. Lives as long as this.
  const char *data() const { return text_; }
  // Hands the text to the prompt.
  void finish();

private:
  friend struct Inside;
  char *text_ = nullptr;
  std::size_t bytes_ = 0, capacity_ = 0;
  std::size_t bytes_max_ = 1; // until there is text
  unsigned depth_ = 0;
};

// While one lives, values are inside of another one.
struct Inside {
  explicit Inside(Output &__out) : __to(__out) { ++__out.depth_; }
  ~Inside() { --__to.depth_; }
  bool too_deep() const { return __to.depth_ > Output::depth_max; }
  Output &__to;
};

// A type's name as clang prints it; not ended by a zero.
struct Name {
  const char *text;
  std::size_t bytes;
  constexpr bool starts_with(const char *__prefix) const {
    for (std::size_t __i = 0; __prefix[__i]; ++__i)
      if (__i == bytes || text[__i] != __prefix[__i])
        return false;
    return true;
  }
  constexpr bool contains(const char *__part) const {
    for (Name __rest = *this; __rest.bytes; ++__rest.text, --__rest.bytes)
      if (__rest.starts_with(__part))
        return true;
    return false;
  }
};

// Values that need no template.
void put(Output &, bool);
void put(Output &, char);
void put(Output &, signed char);
void put(Output &, unsigned char);
void put(Output &, wchar_t);
#ifdef __cpp_char8_t
void put(Output &, char8_t);
#endif
void put(Output &, char16_t);
void put(Output &, char32_t);
void put(Output &, short);
void put(Output &, unsigned short);
void put(Output &, int);
void put(Output &, unsigned);
void put(Output &, long);
void put(Output &, unsigned long);
void put(Output &, long long);
void put(Output &, unsigned long long);
void put(Output &, __int128);
void put(Output &, unsigned __int128);
void put(Output &, float);
void put(Output &, double);
void put(Output &, long double);
// A number of 16 bits: the shortest text that only this value of its format is nearest to.
enum class Narrow { half, bfloat16 };
void put_narrow(Output &, float __value, Narrow __format);
void put_address(Output &, const void *);
// `<std::mutex at 0x55d0>`
void put_object(Output &, Name __type, const void *__address);
// A string of `count` units of `unit_bytes` each; `prefix` is that of its literal. What cannot be read is said to be so.
void put_string(Output &, const char *__prefix, const void *__units, std::size_t __unit_bytes, std::size_t __count);
// The same up to the first zero.
void put_c_string(Output &, const char *__prefix, const void *__units, std::size_t __unit_bytes);
// The enumerator at `index` of the list in `pretty`, a `__PRETTY_FUNCTION__`; false if no enumerator has that value.
bool put_enumerator(Output &, const char *__pretty, std::size_t __index);
// `device float[1024]`, or `device 4096 bytes` where the size of an element is not known and given as 0.
void put_allocation(Output &, int __space, Name __type, std::size_t __element_bytes, std::size_t __bytes);
// Copies from host memory, device memory or a device variable, as far as it can be read. Gives false, and says why.
bool fetch(void *__to, const void *__from, std::size_t __bytes, Output &__why);
// From memory of any space; false if that failed.
bool copy_elements(void *__to, const void *__from, std::size_t __bytes);
// If `place` is a device variable as host code sees it, or a part of one: brings there what the device has.
void bring_from_device(const void *__place, std::size_t __bytes);
// Elements of a list that are shown at most, and of an allocation.
std::size_t elements_max();
std::size_t allocated_elements_max();
// Keeps so many bytes of an object.
void keep_bytes(unsigned __text, const volatile void *__object, std::size_t __bytes);
// Comes before each element of a list: a comma, or false and an ellipsis if the list stops there. `count` is that of all
// elements, or `unknown_count`.
bool put_separator(Output &, std::size_t __index, std::size_t __elements_max, std::size_t __count);
constexpr std::size_t unknown_count = static_cast<std::size_t>(-1);

} // namespace values
} // namespace chevron

#include "display_traits.h"

#include "display_forms.h"

namespace chevron {
namespace values {

template <class __T, class __Epoch> Output &Output::value(const __T &__value) {
  Inside __inside(*this);
  forms::render<__Epoch>(*this, __value);
  return *this;
}

// Defined by <chevron/display.h>: shows a value in other forms than text. Nothing asks for them before a cell includes that header.
struct Forms;

template <class __Forms, class __T> void show_forms(__T &__value) { __Forms::show_value(__value); }

// Keeps a value that has been shown.
template <unsigned __epoch, Keep __how, class __T> void keep(__T &__value) {
  const volatile char *__bytes = &reinterpret_cast<const volatile char &>(__value);
  if constexpr (__how == Keep::reference)
    __chv_keep(__epoch, const_cast<char *>(__bytes), 0, nullptr);
  else
    keep_bytes(__epoch, __bytes, sizeof(__T));
}

template <class __V> void destroy(void *__kept) { static_cast<__V *>(__kept)->~__V(); }

// A type as what a reference is to: `int[3]` cannot be written before a `&`.
template <class __T> using Kept = __T;
// What `_` means in a cell after the one that showed it.
template <class __T> __T &kept(unsigned __text) { return *static_cast<__T *>(__chv_kept(__text)); }

// Shows a value at the prompt; never copies it, but for the bytes of a small one that is kept. `epoch`: as for `Epoch`.
template <unsigned __epoch, int __keep = 0, class __T> void show(__T &&__value) {
  using __V = __remove_reference_t(__T);
  if constexpr (__is_lvalue_reference(__T) && __is_object(__V) && traits::is_complete<__V>)
    bring_from_device(const_cast<const char *>(&reinterpret_cast<const volatile char &>(__value)), sizeof(__value));
  if constexpr (traits::has_bundle<Epoch<__epoch>, __V, Forms>) {
    show_forms<Forms>(__value);
  } else {
    Output __out;
    forms::render<Epoch<__epoch>>(__out, __value);
    __out.finish();
  }
  if constexpr (__keep != 0)
    keep<__epoch, static_cast<Keep>(__keep)>(__value);
}

// Shows and keeps a temporary that was made `__chv_here`.
template <unsigned __epoch, class __T> void show_made(__T *__made) {
  show<__epoch>(static_cast<__T &&>(*__made));
  __chv_keep(__epoch, const_cast<__remove_cv(__T) *>(__made), 1, destroy<__remove_cv(__T)>);
}

} // namespace values

// What overloads of `show` name. No namespace, because <chevron/display.h> has a function of this name.
struct display {
  using Output = values::Output;
};

} // namespace chevron

#undef __CHV_EPOCH
