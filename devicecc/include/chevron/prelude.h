// Cell 0: compiled once for each session and sent to each new executor first.
#pragma once
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)

#include "display_text.h"

#include <cxxabi.h>
#include <exception>
#include <typeinfo>

// Provided by the executor. Takes the exception that ended a cell: its type as C++ spells it and what it says; either may be
// null.
extern "C" void __chv_exception(const char *__type_name, const char *__what);

// Likewise the exception for which std::terminate was called, both null if for none; abort() follows.
extern "C" void __chv_terminate(const char *__type_name, const char *__what);

// Ends the process, because the thread that runs cells is about to end.
extern "C" [[noreturn]] void __chv_main_thread_ends();

namespace chevron {
namespace guard {

// Where the object is that was thrown: the one pointer that an exception_ptr of this ABI is.
inline const void *thrown_object() {
  std::exception_ptr __exception = std::current_exception();
  const void *__object;
  static_assert(sizeof(__exception) == sizeof(__object), "an exception_ptr is a pointer to the exception");
  std::memcpy(&__object, &__exception, sizeof(__object));
  return __object;
}

// Shows a number that was thrown; `code` is its type in the ABI's mangling. False for any other type.
inline bool put_number(values::Output &__out, const char *__code, const void *__object) {
  if (__code[0] == 0 || __code[1] != 0)
    return false;
  switch (__code[0]) {
#define __CHV_NUMBER(letter, type)                                                                                     \
  case letter:                                                                                                         \
    values::put(__out, *static_cast<const type *>(__object));                                                         \
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

using Report = void (*)(const char *__type_name, const char *__what);

// Reports the exception that is being handled; `what` is null if it says nothing by itself.
inline void report(Report __to, const char *__what) {
  const std::type_info *__type = abi::__cxa_current_exception_type();
  if (!__type) {
    __to(nullptr, __what);
    return;
  }
  const char *__code = __type->name();
  // <string> is too much to parse for its text, which begins with the address and the length of its characters.
  if (std::strcmp(__code, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE") == 0) {
    __to("std::string", *static_cast<const char *const *>(thrown_object()));
    return;
  }
  values::Output __number;
  if (!__what && put_number(__number, __code, thrown_object()))
    __what = __number.text("", 1).data();
  int __status = 0;
  char *__name = abi::__cxa_demangle(__code, nullptr, nullptr, &__status);
  __to(__name ? __name : __code, __what);
  std::free(__name);
}

// Reports the exception that is being handled, whatever it is.
inline void reportAny(Report __to) {
  try {
    throw;
  } catch (const std::exception &__exception) {
    report(__to, __exception.what());
  } catch (const char *__text) {
    __to("const char *", __text);
  } catch (...) {
    report(__to, nullptr);
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
extern "C" int __chv_guard(void (*__entry)()) {
  using namespace chevron::guard;
  try {
    __entry();
    return 0;
  } catch (abi::__forced_unwind &) {
    __chv_main_thread_ends();
  } catch (...) {
    reportAny(__chv_exception);
  }
  return 1;
}

// Call what streams run for the program: an exception that leaves it ends the process as in any thread.
extern "C" void __chv_host_function(void (*__function)(void *), void *__data) noexcept { __function(__data); }
extern "C" void __chv_stream_callback(void (*__function)(void *, int, void *), void *__stream, int __status, void *__data) noexcept {
  __function(__stream, __status, __data);
}

// Calls a program's `main`: an exception that leaves it ends the process as in any program.
extern "C" int __chv_main(int (*__main)(int, char **, char **), int __count, char **__arguments, char **__environment) noexcept {
  return __main(__count, __arguments, __environment);
}

#endif
