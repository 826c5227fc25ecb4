// Cell 0: compiled once for each session and sent to each new executor first.
#pragma once
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)

#include "display_text.h"

#include <cxxabi.h>
#include <exception>
#include <typeinfo>

// Provided by the executor. Takes the exception that ended a cell: its type as C++ spells it and what it says; either may be
// null.
extern "C" void __chv_exception(const char *type_name, const char *what);

namespace chevron {
namespace guard {

// The text of a thrown std::string. <string> is too much to parse for it, so this goes by the ABI: the runtime keeps the
// thrown object behind the one pointer that an exception_ptr is, and the string begins with its address and length.
inline const char *string_text(const std::exception_ptr &exception) {
  const char *const *object;
  static_assert(sizeof(exception) == sizeof(object), "an exception_ptr is a pointer to the exception");
  std::memcpy(&object, &exception, sizeof(object));
  return *object;
}

inline bool is(const std::type_info &type, const char *mangled) { return std::strcmp(type.name(), mangled) == 0; }

// Reports the exception that is being handled.
inline void report(const char *what) {
  const std::type_info *type = abi::__cxa_current_exception_type();
  if (!type) {
    __chv_exception(nullptr, what);
    return;
  }
  int status = 0;
  char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  if (is(*type, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"))
    __chv_exception("std::string", string_text(std::current_exception()));
  else
    __chv_exception(name ? name : type->name(), what);
  std::free(name);
}

template <class T> void report_value(const T &value) {
  display::Output out;
  out.value(value);
  // Ended by a zero, as `what` is.
  out.text("", 1);
  report(out.data());
}

} // namespace guard
} // namespace chevron

// Runs a cell's entry. Gives 0, or 1 if a C++ exception left it, which has been reported. The end of a thread, which unwinds
// like an exception, goes on.
extern "C" int __chv_guard(void (*entry)()) {
  using namespace chevron::guard;
  try {
    entry();
    return 0;
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (const std::exception &exception) {
    report(exception.what());
  } catch (const char *text) {
    __chv_exception("const char *", text);
  } catch (bool value) {
    report_value(value);
  } catch (char value) {
    report_value(value);
  } catch (int value) {
    report_value(value);
  } catch (unsigned value) {
    report_value(value);
  } catch (long value) {
    report_value(value);
  } catch (unsigned long value) {
    report_value(value);
  } catch (long long value) {
    report_value(value);
  } catch (unsigned long long value) {
    report_value(value);
  } catch (float value) {
    report_value(value);
  } catch (double value) {
    report_value(value);
  } catch (...) {
    report(nullptr);
  }
  return 1;
}

#endif
