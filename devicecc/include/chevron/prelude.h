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

// Likewise the exception for which std::terminate was called, both null if for none; abort() follows.
extern "C" void __chv_terminate(const char *type_name, const char *what);

// Ends the process, because the thread that runs cells is about to end.
extern "C" [[noreturn]] void __chv_main_thread_ends();

namespace chevron {
namespace guard {

// Where the object is that was thrown: the one pointer that an exception_ptr of this ABI is.
inline const void *thrown_object() {
  std::exception_ptr exception = std::current_exception();
  const void *object;
  static_assert(sizeof(exception) == sizeof(object), "an exception_ptr is a pointer to the exception");
  std::memcpy(&object, &exception, sizeof(object));
  return object;
}

// Shows a number that was thrown; `code` is its type in the ABI's mangling. False for any other type.
inline bool put_number(display::Output &out, const char *code, const void *object) {
  if (code[0] == 0 || code[1] != 0)
    return false;
  switch (code[0]) {
#define __CHV_NUMBER(letter, type)                                                                                             \
  case letter:                                                                                                                 \
    display::put(out, *static_cast<const type *>(object));                                                                     \
    return true;
    __CHV_NUMBER('b', bool)
    __CHV_NUMBER('c', char)
    __CHV_NUMBER('s', short)
    __CHV_NUMBER('t', unsigned short)
    __CHV_NUMBER('i', int)
    __CHV_NUMBER('j', unsigned)
    __CHV_NUMBER('l', long)
    __CHV_NUMBER('m', unsigned long)
    __CHV_NUMBER('x', long long)
    __CHV_NUMBER('y', unsigned long long)
    __CHV_NUMBER('f', float)
    __CHV_NUMBER('d', double)
#undef __CHV_NUMBER
  }
  return false;
}

using Report = void (*)(const char *type_name, const char *what);

// Reports the exception that is being handled; `what` is null if it says nothing by itself.
inline void report(Report to, const char *what) {
  const std::type_info *type = abi::__cxa_current_exception_type();
  if (!type) {
    to(nullptr, what);
    return;
  }
  const char *code = type->name();
  // <string> is too much to parse for its text, which begins with the address and the length of its characters.
  if (std::strcmp(code, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE") == 0) {
    to("std::string", *static_cast<const char *const *>(thrown_object()));
    return;
  }
  display::Output number;
  if (!what && put_number(number, code, thrown_object()))
    what = number.text("", 1).data();
  int status = 0;
  char *name = abi::__cxa_demangle(code, nullptr, nullptr, &status);
  to(name ? name : code, what);
  std::free(name);
}

// Reports the exception that is being handled, whatever it is.
inline void reportAny(Report to) {
  try {
    throw;
  } catch (const std::exception &exception) {
    report(to, exception.what());
  } catch (const char *text) {
    to("const char *", text);
  } catch (...) {
    report(to, nullptr);
  }
}

[[noreturn]] inline void terminate() {
  if (abi::__cxa_current_exception_type())
    reportAny(__chv_terminate);
  else
    __chv_terminate(nullptr, nullptr);
  std::abort();
}

// User code may set another one.
inline const std::terminate_handler before = std::set_terminate(terminate);

} // namespace guard
} // namespace chevron

// Runs a cell's entry. Gives 0, or 1 if a C++ exception left it, which has been reported. The end of the thread unwinds like an
// exception, but nothing is left of the session's executor then.
extern "C" int __chv_guard(void (*entry)()) {
  using namespace chevron::guard;
  try {
    entry();
    return 0;
  } catch (abi::__forced_unwind &) {
    __chv_main_thread_ends();
  } catch (...) {
    reportAny(__chv_exception);
  }
  return 1;
}

// Call what streams run for the program: an exception that leaves it ends the process as in any thread.
extern "C" void __chv_host_function(void (*function)(void *), void *data) noexcept { function(data); }
extern "C" void __chv_stream_callback(void (*function)(void *, int, void *), void *stream, int status, void *data) noexcept {
  function(stream, status, data);
}

// Calls a program's `main`: an exception that leaves it ends the process as in any program.
extern "C" int __chv_main(int (*main)(int, char **, char **), int count, char **arguments, char **environment) noexcept {
  return main(count, arguments, environment);
}

#endif
