// Rich display: pictures, plots, tables, HTML and progress, for notebooks, terminals and pipes. docs/display.md tells of it with examples.
//
//   #include <chevron/display.h>
//   chevron::display(x);                     // from the middle of a cell; gives a handle with `update(y)`
//   chevron::update_display(handle, y);      // a front end that can replaces what it shows, others show it anew
//   chevron::clear_output();                 // a notebook takes away what the cell has shown; a terminal clears the line
//   chevron::html("<b>bold</b>")             // also markdown, latex, svg, json, png
//   chevron::image(pixels, width, height)    // image.h: host or device memory
//   chevron::plot(values)                    // plot.h: also scatter, histogram, heat_map
//   chevron::table(values)                   // table.h: ranges, classes, arrays of two dimensions
//   for (auto i : chevron::progress(n))      // progress.h
//
// A type of your own has other forms than text by one overload beside it, in its namespace, which argument-dependent lookup finds:
//
//   chevron::MimeBundle display_bundle(const Molecule &m) { return chevron::html(m.table()).add("text/plain", m.name()); }
//
// It may give an image, a plot or a table just as well. A value at the prompt and `chevron::display` are shown through it. In C++17 an overload that
// is written after the type was given to `chevron::display` for the first time is not seen there.
//
// A bundle holds one thing in several forms, and the front end takes the best one that it can show. `text/plain` is made up if there is none.
// Nothing here is a device function, and sessions that do not include this read none of it.
#pragma once

#include "display_values.h"

#include <initializer_list>
#include <utility>

namespace chevron {

// What the executor takes; jit/src/executor/display.rs has the same.
namespace wire {
struct Target {
  const char *name;
  int replaces, as_value;
};
struct Part {
  const char *mime;
  const void *data;
  std::size_t bytes;
};
extern "C" void __chv_display_name(char *__name, std::size_t __bytes);
extern "C" void __chv_display_bundle(const Target *__target, const Part *__forms, std::size_t __count);
extern "C" void __chv_display_problem(const Target *__target, const char *__text, std::size_t __bytes);
extern "C" void __chv_display_clear(int __wait);
} // namespace wire

namespace shown {

// A list that grows. Every cell that shows something compiles it, and it takes a tenth of the time of the standard library's.
template <class __T> class List {
public:
  List() = default;
  explicit List(std::size_t __size) { resize(__size); }
  List(const List &__from) {
    reserve(__from.size_);
    for (const __T &__it : __from)
      push_back(__it);
  }
  List(List &&__from) noexcept { swap(__from); }
  List &operator=(List __from) noexcept {
    swap(__from);
    return *this;
  }
  ~List() { delete[] first_; }

  void reserve(std::size_t __size) {
    if (__size <= capacity_)
      return;
    __T *__grown = new __T[__size];
    for (std::size_t __i = 0; __i < size_; ++__i)
      __grown[__i] = std::move(first_[__i]);
    delete[] first_;
    first_ = __grown;
    capacity_ = __size;
  }
  // New elements have any value.
  void resize(std::size_t __size) {
    reserve(__size);
    size_ = __size;
  }
  void push_back(__T __value) {
    if (size_ == capacity_)
      reserve(capacity_ ? 2 * capacity_ : 8);
    first_[size_++] = std::move(__value);
  }
  void append(const __T *__from, std::size_t __count) {
    if (size_ + __count > capacity_)
      reserve(2 * capacity_ > size_ + __count ? 2 * capacity_ : size_ + __count);
    for (std::size_t __i = 0; __i < __count; ++__i)
      first_[size_++] = __from[__i];
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  __T *data() { return first_; }
  const __T *data() const { return first_; }
  __T *begin() { return first_; }
  __T *end() { return first_ + size_; }
  const __T *begin() const { return first_; }
  const __T *end() const { return first_ + size_; }
  __T &operator[](std::size_t __i) { return first_[__i]; }
  const __T &operator[](std::size_t __i) const { return first_[__i]; }

private:
  void swap(List &__with) noexcept {
    exchange(first_, __with.first_);
    exchange(size_, __with.size_);
    exchange(capacity_, __with.capacity_);
  }
  template <class __V> static void exchange(__V &__one, __V &__other) noexcept {
    __V __kept = __one;
    __one = __other;
    __other = __kept;
  }
  __T *first_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

} // namespace shown

// A text of any string class, or a literal.
class Text {
public:
  Text() = default;
  Text(const char *__text) { append(__text, __text ? __builtin_strlen(__text) : 0); }
  Text(const char *__text, std::size_t __bytes) { append(__text, __bytes); }
  template <class __S, class = decltype(static_cast<const char *>(std::declval<const __S &>().data()), std::declval<const __S &>().size())>
  Text(const __S &__text) : Text(__text.data(), __text.size()) {}

  void append(const char *__text, std::size_t __bytes) {
    bytes_.resize(size());
    bytes_.append(__text, __bytes);
    bytes_.push_back('\0');
  }
  // Ended by a zero.
  const char *data() const { return bytes_.empty() ? "" : bytes_.data(); }
  std::size_t size() const { return bytes_.empty() ? 0 : bytes_.size() - 1; }
  bool empty() const { return size() == 0; }

private:
  // The zero is one of them, if there are any.
  shown::List<char> bytes_;
};

// Why something cannot be shown: told where it would stand.
class Problem {
public:
  bool found() const { return !text_.empty(); }
  void put(const wire::Target &__target) const { wire::__chv_display_problem(&__target, text_.data(), text_.size()); }
  // `what` says what is wrong; the first problem stays.
  void tell(const char *__subject, const values::Output &__what) {
    if (found())
      return;
    text_ = Text(__subject);
    text_.append(": ", 2);
    text_.append(__what.data(), __what.size());
  }
  void tell(const char *__subject, const char *__what) {
    values::Output __out;
    tell(__subject, __out.text(__what));
  }

private:
  Text text_;
};

// One thing in several forms.
class MimeBundle {
public:
  // Adds a form: a MIME type, and its text or bytes, which may lie in device memory.
  MimeBundle &add(Text __mime, const Text &__data) & {
    shown::List<char> __bytes;
    __bytes.append(__data.data(), __data.size());
    forms_.push_back(Form{std::move(__mime), std::move(__bytes)});
    return *this;
  }
  MimeBundle &add(Text __mime, const void *__bytes, std::size_t __count) & {
    shown::List<char> __data(__count);
    values::Output __why;
    if (__count && !values::fetch(__data.data(), __bytes, __count, __why))
      problem_.tell(__mime.data(), __why);
    forms_.push_back(Form{std::move(__mime), std::move(__data)});
    return *this;
  }
  MimeBundle add(Text __mime, const Text &__data) && { return std::move(this->add(std::move(__mime), __data)); }
  MimeBundle add(Text __mime, const void *__bytes, std::size_t __count) && {
    return std::move(this->add(std::move(__mime), __bytes, __count));
  }

  void put(const wire::Target &__target) const {
    if (problem_.found())
      return problem_.put(__target);
    shown::List<wire::Part> __forms;
    for (const Form &__form : forms_)
      __forms.push_back({__form.mime.data(), __form.data.data(), __form.data.size()});
    wire::__chv_display_bundle(&__target, __forms.data(), __forms.size());
  }

private:
  struct Form {
    Text mime;
    shown::List<char> data;
  };
  shown::List<Form> forms_;
  Problem problem_;
};
inline const MimeBundle &display_bundle(const MimeBundle &__bundle) { return __bundle; }

inline MimeBundle html(const Text &__text) { return MimeBundle().add("text/html", __text); }
inline MimeBundle markdown(const Text &__text) { return MimeBundle().add("text/markdown", __text); }
// With its dollar signs, as in `$x^2$`.
inline MimeBundle latex(const Text &__text) { return MimeBundle().add("text/latex", __text); }
inline MimeBundle svg(const Text &__text) { return MimeBundle().add("image/svg+xml", __text); }
inline MimeBundle json(const Text &__text) { return MimeBundle().add("application/json", __text); }
// A PNG file's bytes.
inline MimeBundle png(const void *__bytes, std::size_t __count) { return MimeBundle().add("image/png", __bytes, __count); }
template <class __Bytes> auto png(const __Bytes &__bytes) -> decltype(png(__bytes.data(), __bytes.size())) {
  static_assert(sizeof(*__bytes.data()) == 1, "a PNG is given as bytes");
  return png(__bytes.data(), __bytes.size());
}

namespace values {

// See `show_forms`.
struct Forms {
  template <class __T> static void show_value(__T &__value) { display_bundle(__value).put({nullptr, 0, 1}); }
};

// A device variable, as host code sees it, gets what the device has.
template <class __T> void bring_value(__T &__value) {
  if constexpr (__is_object(__T) && traits::is_complete<__T>)
    bring_from_device(const_cast<const char *>(&reinterpret_cast<const volatile char &>(__value)), sizeof(__value));
}

template <class __Epoch, class __T> void put_anywhere(const wire::Target &__target, __T &__value) {
  bring_value(__value);
  if constexpr (traits::has_bundle<__Epoch, __T, Forms>) {
    display_bundle(__value).put(__target);
  } else {
    Output __out;
    forms::render<__Epoch>(__out, __value);
    MimeBundle().add("text/plain", __out.data(), __out.size()).put(__target);
  }
}

} // namespace values

#if __cplusplus >= 202002L
#define __CHV_EPOCH decltype([] {})
#else
#define __CHV_EPOCH void
#endif

// What `display` gives: stands for what was shown.
class DisplayHandle {
public:
  DisplayHandle() {
    char __name[64];
    wire::__chv_display_name(__name, sizeof(__name));
    name_ = Text(__name);
  }
  explicit DisplayHandle(Text __name) : name_(std::move(__name)) {}

  // The name under which it is known to the front end.
  const char *id() const { return name_.data(); }
  // Shows another thing in its place.
  template <class __T, class __Epoch = __CHV_EPOCH> const DisplayHandle &update(const __T &__value) const {
    values::put_anywhere<__Epoch>({id(), 1, 0}, __value);
    return *this;
  }

private:
  Text name_;
};
// At the prompt `display(x)` without `;` shows x alone.
inline MimeBundle display_bundle(const DisplayHandle &) { return {}; }

namespace shown {

struct DisplayFunction {
  // Shows a value now, after what was printed before.
  template <class __T, class __Epoch = __CHV_EPOCH> DisplayHandle operator()(const __T &__value) const {
    DisplayHandle __handle;
    values::put_anywhere<__Epoch>({__handle.id(), 0, 0}, __value);
    return __handle;
  }
  // The same under a name of the program's choice.
  template <class __T, class __Epoch = __CHV_EPOCH> DisplayHandle operator()(const __T &__value, Text __name) const {
    DisplayHandle __handle(std::move(__name));
    values::put_anywhere<__Epoch>({__handle.id(), 0, 0}, __value);
    return __handle;
  }
};

} // namespace shown

namespace shown {

// The ends of a range or an array.
template <class __R> auto first_of(__R &__range) {
  if constexpr (__is_bounded_array(__R))
    return &__range[0];
  else
    return values::forms::begin_of(__range);
}
template <class __R> auto last_of(__R &__range) {
  if constexpr (__is_bounded_array(__R))
    return &__range[0] + sizeof(__range) / sizeof(__range[0]);
  else
    return values::forms::end_of(__range);
}

} // namespace shown

// An object, because `chevron::display` is a class's name too.
inline constexpr shown::DisplayFunction display{};

template <class __T, class __Epoch = __CHV_EPOCH> void update_display(const DisplayHandle &__handle, const __T &__value) {
  values::put_anywhere<__Epoch>({__handle.id(), 1, 0}, __value);
}
template <class __T, class __Epoch = __CHV_EPOCH> void update_display(const char *__name, const __T &__value) {
  values::put_anywhere<__Epoch>({__name, 1, 0}, __value);
}

// Takes away what the cell has shown and printed so far; with `wait` only when it shows or prints something else, so that nothing flickers.
inline void clear_output(bool __wait = false) { wire::__chv_display_clear(__wait); }

} // namespace chevron

#include "image.h"
#include "plot.h"
#include "progress.h"
#include "table.h"

#undef __CHV_EPOCH
