// NVTX for C++: ranges, marks, domains and what describes them. No profiler listens, so they do nothing but keep their values.
#pragma once

#include "nvToolsExt.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

namespace nvtx3 {
inline namespace v1 {

// A type with a member `name` stands for a domain.
class domain {
public:
  struct global {};

  domain(const domain &) = delete;
  domain &operator=(const domain &) = delete;

  template <class __D = global> [[nodiscard]] static const domain &get() noexcept {
    if constexpr (!std::is_same_v<__D, global>)
      static_assert(std::is_convertible_v<decltype(__D::name), const char *> || std::is_convertible_v<decltype(__D::name), const wchar_t *>,
                    "a type that stands for a domain has a static constexpr member `name`, a string");
    static const domain __made;
    return __made;
  }
  operator nvtxDomainHandle_t() const noexcept { return nullptr; }

private:
  domain() = default;
};

struct rgb {
  using component_type = std::uint8_t;
  constexpr rgb(component_type __red, component_type __green, component_type __blue) noexcept : red(__red), green(__green), blue(__blue) {}
  component_type red, green, blue;
};

struct argb final : rgb {
  constexpr argb(component_type __alpha, component_type __red, component_type __green, component_type __blue) noexcept
      : rgb(__red, __green, __blue), alpha(__alpha) {}
  component_type alpha;
};

class color {
public:
  using value_type = std::uint32_t;
  constexpr explicit color(value_type __argb) noexcept : __argb(__argb) {}
  constexpr color(argb __c) noexcept : __argb(value_type(__c.alpha) << 24 | __bits(__c)) {}
  constexpr color(rgb __c) noexcept : __argb(0xFF000000u | __bits(__c)) {}
  constexpr value_type get_value() const noexcept { return __argb; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
  static constexpr value_type __bits(const rgb &__c) noexcept { return value_type(__c.red) << 16 | value_type(__c.green) << 8 | __c.blue; }
  value_type __argb;
};

class category {
public:
  using id_type = std::uint32_t;
  constexpr explicit category(id_type __id) noexcept : __id(__id) {}
  constexpr id_type get_id() const noexcept { return __id; }

private:
  id_type __id;
};

template <class __D = domain::global> class named_category_in final : public category {
public:
  template <class __C> static const named_category_in &get() noexcept {
    static const named_category_in __made(__C::id, __C::name);
    return __made;
  }
  named_category_in(id_type __id, const char *) noexcept : category(__id) {}
  named_category_in(id_type __id, const wchar_t *) noexcept : category(__id) {}
  named_category_in(id_type __id, const std::string &) noexcept : category(__id) {}
  named_category_in(id_type __id, const std::wstring &) noexcept : category(__id) {}
};
using named_category = named_category_in<>;

template <class __D = domain::global> class registered_string_in {
public:
  template <class __M> [[nodiscard]] static const registered_string_in &get() noexcept {
    static const registered_string_in __made(__M::message);
    return __made;
  }
  explicit registered_string_in(const char *) noexcept {}
  explicit registered_string_in(const wchar_t *) noexcept {}
  explicit registered_string_in(const std::string &) noexcept {}
  explicit registered_string_in(const std::wstring &) noexcept {}
  nvtxStringHandle_t get_handle() const noexcept { return nullptr; }
};
using registered_string = registered_string_in<>;

class message {
public:
  using value_type = nvtxMessageValue_t;
  message(const char *__text) noexcept : __type(NVTX_MESSAGE_TYPE_ASCII) { __value.ascii = __text; }
  message(const wchar_t *__text) noexcept : __type(NVTX_MESSAGE_TYPE_UNICODE) { __value.unicode = __text; }
  message(const std::string &__text) noexcept : message(__text.c_str()) {}
  message(const std::wstring &__text) noexcept : message(__text.c_str()) {}
#ifndef NVTX3_ALLOW_RVALUE_CONSTRUCTORS
  message(std::string &&) = delete;
  message(std::wstring &&) = delete;
#endif
  template <class __D> message(const registered_string_in<__D> &__text) noexcept : message(__text.get_handle()) {}
  message(nvtxStringHandle_t __handle) noexcept : __type(NVTX_MESSAGE_TYPE_REGISTERED) { __value.registered = __handle; }
  message(const nvtxMessageType_t &__type, const value_type &__value) noexcept : __type(__type), __value(__value) {}
  value_type get_value() const noexcept { return __value; }
  nvtxMessageType_t get_type() const noexcept { return __type; }

private:
  nvtxMessageType_t __type;
  value_type __value{};
};

class payload {
public:
  using value_type = nvtxEventAttributes_v2::payload_t;
  explicit payload(std::int64_t __v) noexcept : __type(NVTX_PAYLOAD_TYPE_INT64) { __value.llValue = __v; }
  explicit payload(std::int32_t __v) noexcept : __type(NVTX_PAYLOAD_TYPE_INT32) { __value.iValue = __v; }
  explicit payload(std::uint64_t __v) noexcept : __type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) { __value.ullValue = __v; }
  explicit payload(std::uint32_t __v) noexcept : __type(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) { __value.uiValue = __v; }
  explicit payload(float __v) noexcept : __type(NVTX_PAYLOAD_TYPE_FLOAT) { __value.fValue = __v; }
  explicit payload(double __v) noexcept : __type(NVTX_PAYLOAD_TYPE_DOUBLE) { __value.dValue = __v; }
  payload(const nvtxPayloadType_t &__type, const value_type &__value) noexcept : __type(__type), __value(__value) {}
  value_type get_value() const noexcept { return __value; }
  nvtxPayloadType_t get_type() const noexcept { return __type; }

private:
  nvtxPayloadType_t __type;
  value_type __value{};
};

// Of what describes an event; of two of a kind the first counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;
  event_attributes() noexcept {
    __all.version = NVTX_VERSION;
    __all.size = sizeof(value_type);
  }
  template <class... __A> explicit event_attributes(const category &__c, const __A &...__rest) noexcept : event_attributes(__rest...) {
    __all.category = __c.get_id();
  }
  template <class... __A> explicit event_attributes(const color &__c, const __A &...__rest) noexcept : event_attributes(__rest...) {
    __all.color = __c.get_value();
    __all.colorType = __c.get_type();
  }
  template <class... __A> explicit event_attributes(const payload &__p, const __A &...__rest) noexcept : event_attributes(__rest...) {
    __all.payload = __p.get_value();
    __all.payloadType = __p.get_type();
  }
  template <class... __A> explicit event_attributes(const message &__m, const __A &...__rest) noexcept : event_attributes(__rest...) {
    __all.message = __m.get_value();
    __all.messageType = __m.get_type();
  }
  const value_type *get() const noexcept { return &__all; }

private:
  value_type __all{};
};

template <class __D = domain::global> class [[maybe_unused]] scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes &__what) noexcept { nvtxDomainRangePushEx(domain::get<__D>(), __what.get()); }
  template <class... __A> explicit scoped_range_in(const __A &...__what) noexcept : scoped_range_in(event_attributes{__what...}) {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  void *operator new(std::size_t) = delete;
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<__D>()); }
};
using scoped_range = scoped_range_in<>;

namespace detail {
// A range that begins later, or never.
template <class __D = domain::global> class [[maybe_unused]] optional_scoped_range_in {
public:
  optional_scoped_range_in() = default;
  optional_scoped_range_in(const optional_scoped_range_in &) = delete;
  optional_scoped_range_in &operator=(const optional_scoped_range_in &) = delete;
  void begin(const event_attributes &__what) noexcept {
    if (!std::exchange(__begun, true))
      nvtxDomainRangePushEx(domain::get<__D>(), __what.get());
  }
  ~optional_scoped_range_in() noexcept {
    if (__begun)
      nvtxDomainRangePop(domain::get<__D>());
  }

private:
  bool __begun = false;
};
} // namespace detail

struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr range_handle() noexcept = default;
  constexpr explicit range_handle(value_type __id) noexcept : __id(__id) {}
  constexpr range_handle(std::nullptr_t) noexcept {}
  constexpr explicit operator bool() const noexcept { return __id != 0; }
  constexpr value_type get_value() const noexcept { return __id; }
  friend constexpr bool operator==(range_handle __a, range_handle __b) noexcept { return __a.__id == __b.__id; }
  friend constexpr bool operator!=(range_handle __a, range_handle __b) noexcept { return __a.__id != __b.__id; }

private:
  value_type __id = 0;
};

template <class __D = domain::global> int push_range_in(const event_attributes &__what) noexcept {
  return nvtxDomainRangePushEx(domain::get<__D>(), __what.get());
}
template <class __D = domain::global, class... __A> int push_range_in(const __A &...__what) noexcept {
  return push_range_in<__D>(event_attributes{__what...});
}
template <class... __A> int push_range(const __A &...__what) noexcept { return push_range_in<domain::global>(event_attributes{__what...}); }
template <class __D = domain::global> int pop_range_in() noexcept { return nvtxDomainRangePop(domain::get<__D>()); }
inline int pop_range() noexcept { return pop_range_in<>(); }

template <class __D = domain::global> [[nodiscard]] range_handle start_range_in(const event_attributes &__what) noexcept {
  return range_handle(nvtxDomainRangeStartEx(domain::get<__D>(), __what.get()));
}
template <class __D = domain::global, class... __A> [[nodiscard]] range_handle start_range_in(const __A &...__what) noexcept {
  return start_range_in<__D>(event_attributes{__what...});
}
template <class... __A> [[nodiscard]] range_handle start_range(const __A &...__what) noexcept {
  return start_range_in<domain::global>(event_attributes{__what...});
}
template <class __D = domain::global> void end_range_in(range_handle __range) noexcept { nvtxDomainRangeEnd(domain::get<__D>(), __range.get_value()); }
inline void end_range(range_handle __range) noexcept { end_range_in<>(__range); }

// A range that may begin and end on different threads.
template <class __D = domain::global> class [[maybe_unused]] unique_range_in {
public:
  explicit unique_range_in(const event_attributes &__what) noexcept : __range(start_range_in<__D>(__what)) {}
  template <class... __A> explicit unique_range_in(const __A &...__what) noexcept : unique_range_in(event_attributes{__what...}) {}
  unique_range_in(const unique_range_in &) = delete;
  unique_range_in &operator=(const unique_range_in &) = delete;
  unique_range_in(unique_range_in &&__from) noexcept : __range(std::exchange(__from.__range, range_handle{})) {}
  unique_range_in &operator=(unique_range_in &&__from) noexcept {
    std::swap(__range, __from.__range);
    return *this;
  }
  ~unique_range_in() noexcept {
    if (__range)
      end_range_in<__D>(__range);
  }

private:
  range_handle __range;
};
using unique_range = unique_range_in<>;

template <class __D = domain::global> void mark_in(const event_attributes &__what) noexcept { nvtxDomainMarkEx(domain::get<__D>(), __what.get()); }
template <class __D = domain::global, class... __A> void mark_in(const __A &...__what) noexcept { mark_in<__D>(event_attributes{__what...}); }
template <class... __A> void mark(const __A &...__what) noexcept { mark_in<domain::global>(event_attributes{__what...}); }

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE_IN(__D)                                                                                    \
  static const ::nvtx3::v1::registered_string_in<__D> __nvtx3_function_name{__func__};                                 \
  static const ::nvtx3::v1::event_attributes __nvtx3_function_attributes{__nvtx3_function_name};                       \
  const ::nvtx3::v1::scoped_range_in<__D> __nvtx3_function_range{__nvtx3_function_attributes}
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(__D, __condition)                                                                    \
  ::nvtx3::v1::detail::optional_scoped_range_in<__D> __nvtx3_function_range;                                           \
  if (__condition) __nvtx3_function_range.begin(::nvtx3::v1::event_attributes{__func__})
#define NVTX3_V1_FUNC_RANGE_IF(__condition) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, __condition)
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
