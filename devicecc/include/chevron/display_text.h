// The part of the display that is the same for every type: compiled once, in cell 0.
#pragma once
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)

#include "display_values.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The runtime's cudaMemcpy, under a name that no header declares in another way. Kind 4 finds out the direction by itself.
extern "C" int __chv_display_copy(void *__to, const void *__from, std::size_t __bytes, int __kind) __asm__("cudaMemcpy");

// What <sys/uio.h> and <unistd.h> declare. Those headers have names such as `read` that belong to the user's program here.
namespace chevron {
namespace values {
struct MemoryPart {
  void *address;
  std::size_t bytes;
};
extern "C" int __chv_display_pid(void) __asm__("getpid");
extern "C" std::ptrdiff_t __chv_display_read(int __pid, const MemoryPart *__to, unsigned long __to_count, const MemoryPart *__from,
                                             unsigned long __from_count, unsigned long __flags) __asm__("process_vm_readv");

static const char ellipsis[] = "…";

Output::~Output() { std::free(text_); }

Output &Output::text(const char *__text) { return this->text(__text, std::strlen(__text)); }

Output &Output::text(const char *__text, std::size_t __bytes) {
  if (!capacity_)
    bytes_max_ = __chv_shown_most(2);
  if (full())
    return *this;
  if (bytes_ + __bytes > bytes_max_) {
    __bytes = bytes_max_ - bytes_;
    // Not in the middle of a character.
    while (__bytes && (static_cast<unsigned char>(__text[__bytes]) & 0xc0) == 0x80)
      --__bytes;
  }
  std::size_t __needed = bytes_max_ + sizeof(ellipsis);
  if (bytes_ + __bytes + sizeof(ellipsis) > capacity_) {
    std::size_t __capacity = 2 * (bytes_ + __bytes) + 64;
    __capacity = __capacity < __needed ? __capacity : __needed;
    char *__grown = static_cast<char *>(std::realloc(text_, __capacity));
    if (!__grown)
      return *this;
    text_ = __grown;
    capacity_ = __capacity;
  }
  std::memcpy(text_ + bytes_, __text, __bytes);
  bytes_ += __bytes;
  return *this;
}

void Output::finish() {
  if (full())
    std::memcpy(text_ + bytes_, ellipsis, sizeof(ellipsis)), bytes_ += sizeof(ellipsis) - 1;
  __chv_show(text_ ? text_ : "", bytes_);
}

std::size_t elements_max() { return __chv_shown_most(0); }
std::size_t allocated_elements_max() { return __chv_shown_most(1); }

void keep_bytes(unsigned __text, const volatile void *__object, std::size_t __bytes) {
  void *__room = __chv_keep_room(__bytes);
  std::memcpy(__room, const_cast<const void *>(__object), __bytes);
  __chv_keep(__text, __room, 1, nullptr);
}

bool put_separator(Output &__out, std::size_t __index, std::size_t __elements_max, std::size_t __count) {
  if (__index)
    __out.text(", ");
  if (__index < __elements_max && !__out.full())
    return true;
  __out.text(ellipsis);
  if (__count != unknown_count) {
    char __text[48];
    std::snprintf(__text, sizeof(__text), " (%zu in all)", __count);
    __out.text(__text);
  }
  return false;
}

// ---- numbers

void put(Output &__out, bool __value) { __out.text(__value ? "true" : "false"); }

void put(Output &__out, unsigned __int128 __value) {
  char __digits[40];
  char *__first = __digits + sizeof(__digits);
  do
    *--__first = static_cast<char>('0' + static_cast<int>(__value % 10));
  while (__value /= 10);
  __out.text(__first, static_cast<std::size_t>(__digits + sizeof(__digits) - __first));
}
void put(Output &__out, __int128 __value) {
  if (__value < 0)
    __out.text("-");
  put(__out, __value < 0 ? -static_cast<unsigned __int128>(__value) : static_cast<unsigned __int128>(__value));
}
void put(Output &__out, long long __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, unsigned long long __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, long __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, unsigned long __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, int __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, unsigned __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, short __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, unsigned short __value) { put(__out, static_cast<__int128>(__value)); }
// These two are numbers in CUDA programs more often than characters.
void put(Output &__out, signed char __value) { put(__out, static_cast<__int128>(__value)); }
void put(Output &__out, unsigned char __value) { put(__out, static_cast<__int128>(__value)); }

// A finite number as its shortest digits: `text` is what "%.*e" gave, "-d.ddde+xx". Small and large numbers, of more than
// `integer_digits_max` digits before the point, keep the exponent. At the top a number is a literal of its type; inside of
// others it is bare.
static void put_digits(Output &__out, const char *__text, int __integer_digits_max, const char *__suffix) {
  if (*__text == '-')
    __out.text("-"), ++__text;
  const char *__e = std::strchr(__text, 'e');
  int __exponent = std::atoi(__e + 1);
  char __digits[32];
  int __count = 0;
  for (const char *__c = __text; __c < __e; ++__c)
    // The user's locale may have another decimal point.
    if (*__c >= '0' && *__c <= '9' && __count < static_cast<int>(sizeof(__digits)))
      __digits[__count++] = *__c;
  int __before = __exponent + 1;
  if (__exponent < -5 || __before > __integer_digits_max) {
    __out.text(__digits, 1).text(__count > 1 ? "." : "").text(__digits + 1, static_cast<std::size_t>(__count - 1)).text(__e);
  } else {
    for (int __i = 0; __i < (__before > 0 ? __before : 1); ++__i)
      __out.text(__i < __count && __before > 0 ? __digits + __i : "0", 1);
    bool __fraction = __count > __before;
    __out.text(__fraction ? "." : "");
    for (int __i = __before; __fraction && __i < __count; ++__i)
      __out.text(__i < 0 ? "0" : __digits + __i, 1);
    __out.text(__fraction || __out.depth() ? "" : ".0");
  }
  __out.text(__out.depth() ? "" : __suffix);
}

// Tells what is not finite.
static bool put_special(Output &__out, long double __value) {
  if (std::isfinite(__value))
    return false;
  __out.text(std::isnan(__value) ? "nan" : __value < 0 ? "-inf" : "inf");
  return true;
}

void put_narrow(Output &__out, float __value, Narrow __format) {
  const int __fraction_bits = __format == Narrow::half ? 10 : 7, __exponent_min = __format == Narrow::half ? -14 : -126;
  int __exponent = 0;
  // Below a power of two, numbers lie twice as close as above it.
  bool __power = std::fabs(std::frexp(__value, &__exponent)) == 0.5f;
  __exponent = __exponent - 1 > __exponent_min ? __exponent - 1 : __exponent_min;
  float __nearest = std::ldexp(1.0f, __exponent - __fraction_bits - (__power ? 2 : 1));
  // Whole numbers are shown as they are, 65504 and not 65500.
  if (std::trunc(__value) == __value && std::fabs(__value) < 65536)
    __nearest = 0.25f;
  char __text[48];
  for (int __digits = 0; __digits < 9; ++__digits) {
    std::snprintf(__text, sizeof(__text), "%.*e", __digits, static_cast<double>(__value));
    if (std::fabs(std::strtof(__text, nullptr) - __value) < __nearest)
      break;
  }
  if (!put_special(__out, __value))
    put_digits(__out, __text, 9, "");
}
void put(Output &__out, float __value) {
  char __text[48];
  for (int __digits = 0; __digits < 9; ++__digits) {
    std::snprintf(__text, sizeof(__text), "%.*e", __digits, static_cast<double>(__value));
    if (std::strtof(__text, nullptr) == __value)
      break;
  }
  if (!put_special(__out, __value))
    put_digits(__out, __text, 9, "f");
}
void put(Output &__out, double __value) {
  char __text[48];
  for (int __digits = 0; __digits < 17; ++__digits) {
    std::snprintf(__text, sizeof(__text), "%.*e", __digits, __value);
    if (std::strtod(__text, nullptr) == __value)
      break;
  }
  if (!put_special(__out, __value))
    put_digits(__out, __text, 16, "");
}
void put(Output &__out, long double __value) {
  char __text[64];
  for (int __digits = 0; __digits < 21; ++__digits) {
    std::snprintf(__text, sizeof(__text), "%.*Le", __digits, __value);
    if (std::strtold(__text, nullptr) == __value)
      break;
  }
  if (!put_special(__out, __value))
    put_digits(__out, __text, 19, "L");
}

// ---- characters and strings

// One code point as a literal of C++ has it.
static void put_code_point(Output &__out, unsigned long __code, char __quote) {
  char __text[16];
  const char *__known = __code == '\n'   ? "\\n"
                      : __code == '\t' ? "\\t"
                      : __code == '\r' ? "\\r"
                      : __code == 0    ? "\\0"
                      : __code == '\\' ? "\\\\"
                                     : nullptr;
  if (__known) {
    __out.text(__known);
  } else if (__code == static_cast<unsigned char>(__quote)) {
    __text[0] = '\\', __text[1] = __quote;
    __out.text(__text, 2);
  } else if (__code < 0x20 || (__code >= 0x7f && __code < 0xa0)) {
    std::snprintf(__text, sizeof(__text), "\\x%02lx", __code);
    __out.text(__text);
  } else if (__code > 0x10ffff || (__code >= 0xd800 && __code < 0xe000)) {
    std::snprintf(__text, sizeof(__text), "\\x%lx", __code);
    __out.text(__text);
  } else if (__code < 0x80) {
    __text[0] = static_cast<char>(__code);
    __out.text(__text, 1);
  } else {
    std::size_t __bytes = __code < 0x800 ? 2 : __code < 0x10000 ? 3 : 4;
    for (std::size_t __i = __bytes; __i-- > 1; __code >>= 6)
      __text[__i] = static_cast<char>(0x80 | (__code & 0x3f));
    __text[0] = static_cast<char>((0xf00 >> __bytes) | __code);
    __out.text(__text, __bytes);
  }
}

static void put_character(Output &__out, const char *__prefix, unsigned long __code) {
  __out.text(__prefix).text("'");
  put_code_point(__out, __code, '\'');
  __out.text("'");
}
void put(Output &__out, char __value) {
  unsigned char __byte = static_cast<unsigned char>(__value);
  char __text[8];
  std::snprintf(__text, sizeof(__text), "'\\x%02x'", __byte);
  if (__byte < 0x80)
    put_character(__out, "", __byte);
  else
    __out.text(__text);
}
void put(Output &__out, wchar_t __value) { put_character(__out, "L", static_cast<unsigned long>(__value)); }
#ifdef __cpp_char8_t
void put(Output &__out, char8_t __value) { put_character(__out, "u8", __value); }
#endif
void put(Output &__out, char16_t __value) { put_character(__out, "u", __value); }
void put(Output &__out, char32_t __value) { put_character(__out, "U", __value); }

// The length of the UTF-8 sequence that begins here and its code point, or 0 if it is none.
static std::size_t decode(const unsigned char *__bytes, std::size_t __count, unsigned long &__code) {
  std::size_t __length = __bytes[0] < 0x80 ? 1 : __bytes[0] >= 0xc2 && __bytes[0] < 0xe0 ? 2 : (__bytes[0] & 0xf0) == 0xe0 ? 3 : 4;
  if (__length > __count || (__length == 4 && (__bytes[0] < 0xf0 || __bytes[0] > 0xf4)))
    return 0;
  __code = __length == 1 ? __bytes[0] : __bytes[0] & (0xff >> (__length + 1));
  for (std::size_t __i = 1; __i < __length; ++__i) {
    if ((__bytes[__i] & 0xc0) != 0x80)
      return 0;
    __code = __code << 6 | (__bytes[__i] & 0x3f);
  }
  bool __overlong = (__length == 3 && __code < 0x800) || (__length == 4 && __code < 0x10000);
  return __overlong || __code > 0x10ffff || (__code >= 0xd800 && __code < 0xe000) ? 0 : __length;
}

static unsigned long unit_at(const unsigned char *__units, std::size_t __unit_bytes, std::size_t __index) {
  unsigned long __unit = 0;
  std::memcpy(&__unit, __units + __index * __unit_bytes, __unit_bytes);
  return __unit;
}

static void put_units(Output &__out, const unsigned char *__units, std::size_t __unit_bytes, std::size_t __count) {
  for (std::size_t __i = 0; __i < __count;) {
    unsigned long __code = unit_at(__units, __unit_bytes, __i);
    std::size_t __used = 1;
    if (__unit_bytes == 1 && !(__used = decode(__units + __i, __count - __i, __code))) {
      char __text[8];
      std::snprintf(__text, sizeof(__text), "\\x%02x", __units[__i]);
      __out.text(__text);
      ++__i;
      continue;
    }
    if (__unit_bytes == 2 && __code >= 0xd800 && __code < 0xdc00 && __i + 1 < __count) {
      unsigned long __low = unit_at(__units, __unit_bytes, __i + 1);
      if (__low >= 0xdc00 && __low < 0xe000)
        __code = 0x10000 + ((__code - 0xd800) << 10) + (__low - 0xdc00), __used = 2;
    }
    put_code_point(__out, __code, '"');
    __i += __used;
  }
}

static constexpr std::size_t string_bytes_max = 4096;
enum class Reading { good, faulted, refused };

// Reads memory that may not be there, by a system call, which reports what a load would die of.
static Reading read_memory(void *__to, const void *__from, std::size_t __bytes) {
  MemoryPart __local_ = {__to, __bytes}, __remote = {const_cast<void *>(__from), __bytes};
  std::ptrdiff_t __got = __chv_display_read(__chv_display_pid(), &__local_, 1, &__remote, 1, 0);
  if (__got == static_cast<std::ptrdiff_t>(__bytes))
    return Reading::good;
  return __got < 0 && errno != EFAULT ? Reading::refused : Reading::faulted;
}

void put_string(Output &__out, const char *__prefix, const void *__units, std::size_t __unit_bytes, std::size_t __count) {
  unsigned char __copy[string_bytes_max];
  std::size_t __shown = __count < sizeof(__copy) / __unit_bytes ? __count : sizeof(__copy) / __unit_bytes;
  Reading __reading = read_memory(__copy, __units, __shown * __unit_bytes);
  if (__reading == Reading::faulted && __shown) {
    put_object(__out, {"unreadable string", 17}, __units);
    return;
  }
  if (__reading == Reading::refused)
    std::memcpy(__copy, __units, __shown * __unit_bytes);
  __out.text(__prefix).text("\"");
  put_units(__out, __copy, __unit_bytes, __shown);
  if (__shown < __count) {
    char __text[48];
    std::snprintf(__text, sizeof(__text), "…\" (%zu in all)", __count);
    __out.text(__text);
  } else {
    __out.text("\"");
  }
}

void put_c_string(Output &__out, const char *__prefix, const void *__units, std::size_t __unit_bytes) {
  constexpr std::size_t __page_bytes = 4096;
  unsigned char __copy[string_bytes_max];
  std::size_t __bytes = 0, __count = 0;
  bool __ended = false;
  while (!__ended && __bytes < sizeof(__copy)) {
    // Up to the end of the page: the next one may not be there.
    const char *__from = static_cast<const char *>(__units) + __bytes;
    std::size_t __piece = __page_bytes - reinterpret_cast<std::size_t>(__from) % __page_bytes;
    __piece = __piece < sizeof(__copy) - __bytes ? __piece : sizeof(__copy) - __bytes;
    if (read_memory(__copy + __bytes, __from, __piece) != Reading::good) {
      put_address(__out, __units);
      return;
    }
    __bytes += __piece;
    while ((__count + 1) * __unit_bytes <= __bytes && !(__ended = unit_at(__copy, __unit_bytes, __count) == 0))
      ++__count;
  }
  __out.text(__prefix).text("\"");
  put_units(__out, __copy, __unit_bytes, __count);
  __out.text(__ended ? "\"" : "…\"");
}

// ---- names and addresses

void put_address(Output &__out, const void *__address) {
  char __text[32];
  std::snprintf(__text, sizeof(__text), "%p", __address);
  __out.text(__address ? __text : "nullptr");
}

// Leaves out the namespaces that tell versions of a redefined name apart, `__v3::`.
static void put_name(Output &__out, Name __name) {
  for (std::size_t __i = 0; __i < __name.bytes;) {
    Name __rest = {__name.text + __i, __name.bytes - __i};
    std::size_t __digits = 0;
    if (__rest.starts_with("__v"))
      while (3 + __digits < __rest.bytes && __rest.text[3 + __digits] >= '0' && __rest.text[3 + __digits] <= '9')
        ++__digits;
    Name __after = {__rest.text + 3 + __digits, __digits ? __rest.bytes - 3 - __digits : 0};
    if (__digits && __after.starts_with("::"))
      __i += 3 + __digits + 2;
    else
      __out.text(__rest.text, 1), ++__i;
  }
}

void put_object(Output &__out, Name __type, const void *__address) {
  __out.text("<");
  put_name(__out, __type);
  __out.text(" at ");
  put_address(__out, __address);
  __out.text(">");
}

void put_allocation(Output &__out, int __space, Name __type, std::size_t __element_bytes, std::size_t __bytes) {
  char __text[48];
  __out.text(__space == 1 ? "pinned " : __space == 2 ? "device " : __space == 3 ? "managed " : "freed device ");
  if (__element_bytes) {
    put_name(__out, __type);
    std::snprintf(__text, sizeof(__text), "[%zu]", __bytes / __element_bytes);
  } else {
    std::snprintf(__text, sizeof(__text), "%zu bytes", __bytes);
  }
  __out.text(__text);
}

bool copy_elements(void *__to, const void *__from, std::size_t __bytes) {
  constexpr int __find_out_direction = 4, __nothing_captured = 1;
  int __beside = __chv_copy_beside_captures(__to, __from, __bytes);
  if (__beside != __nothing_captured)
    return __beside == 0;
  return __chv_display_copy(__to, __from, __bytes, __find_out_direction) == 0;
}

// What the runtime says of the memory, if it knows it: false if it is too short or gone.
static bool is_long_enough(int __space, std::size_t __left, std::size_t __bytes, Output &__why) {
  constexpr int __freed = 4;
  if (__space == __freed) {
    __why.text("the device memory was freed");
    return false;
  }
  if (__left >= __bytes)
    return true;
  __why.text("the memory ends after ").value(__left).text(" bytes, and ").value(__bytes).text(" are asked for");
  return false;
}

bool fetch(void *__to, const void *__from, std::size_t __bytes, Output &__why) {
  if (!__from) {
    __why.text("the pointer is null");
    return false;
  }
  const void *__storage = __chv_variable_storage(__from, __bytes);
  int __space = 0;
  std::size_t __left = 0;
  bool __known = !__storage && __chv_pointer_extent(__from, &__space, &__left) && __space;
  if (__known && !is_long_enough(__space, __left, __bytes, __why))
    return false;
  if (__storage || __known) {
    if (copy_elements(__to, __storage ? __storage : __from, __bytes))
      return true;
    __why.text("the device could not copy it; an earlier kernel may have failed");
    return false;
  }
  constexpr std::size_t __piece_max = std::size_t(1) << 28;
  for (std::size_t __done = 0; __done < __bytes;) {
    std::size_t __piece = __bytes - __done < __piece_max ? __bytes - __done : __piece_max;
    char *__target = static_cast<char *>(__to) + __done;
    const char *__source = static_cast<const char *>(__from) + __done;
    Reading __reading = read_memory(__target, __source, __piece);
    if (__reading == Reading::faulted) {
      __why.text("the memory at ");
      put_address(__why, __from);
      __why.text(" cannot be read for ").value(__bytes).text(" bytes");
      return false;
    }
    if (__reading == Reading::refused)
      std::memcpy(__target, __source, __piece);
    __done += __piece;
  }
  return true;
}

void bring_from_device(const void *__place, std::size_t __bytes) {
  if (const void *__storage = __chv_variable_storage(__place, __bytes))
    copy_elements(const_cast<void *>(__place), __storage, __bytes);
}

bool put_enumerator(Output &__out, const char *__pretty, std::size_t __index) {
  static const char __before_list[] = "values = <";
  const char *__list = std::strstr(__pretty, __before_list);
  if (!__list)
    return false;
  const char *__first = __list + sizeof(__before_list) - 1;
  // Commas within brackets belong to template arguments in an enumerator's name.
  int __depth = 0;
  const char *__c = __first;
  for (; *__c && (__depth || (*__c != '>' && (*__c != ',' || __index))); ++__c) {
    __depth += *__c == '<' || *__c == '(';
    __depth -= *__c == '>' || *__c == ')';
    if (*__c == ',' && __depth == 0)
      --__index, __first = __c + 2;
  }
  // What is no enumerator is printed as a cast.
  if (*__first == '(' || __index)
    return false;
  put_name(__out, {__first, static_cast<std::size_t>(__c - __first)});
  return true;
}

} // namespace values
} // namespace chevron

#endif
