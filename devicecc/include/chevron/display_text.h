// The part of the display that is the same for every type: compiled once, in cell 0.
#pragma once
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)

#include "display.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The runtime's cudaMemcpy, under a name that no header declares in another way. Kind 4 finds out the direction by itself.
extern "C" int __chv_display_copy(void *to, const void *from, std::size_t bytes, int kind) __asm__("cudaMemcpy");

// What <sys/uio.h> and <unistd.h> declare. Those headers have names such as `read` that belong to the user's program here.
namespace chevron {
namespace display {
struct MemoryPart {
  void *address;
  std::size_t bytes;
};
extern "C" int __chv_display_pid(void) __asm__("getpid");
extern "C" std::ptrdiff_t __chv_display_read(int pid, const MemoryPart *to, unsigned long to_count, const MemoryPart *from,
                                             unsigned long from_count, unsigned long flags) __asm__("process_vm_readv");

static const char ellipsis[] = "…";

Output::~Output() { std::free(text_); }

Output &Output::text(const char *text) { return this->text(text, std::strlen(text)); }

Output &Output::text(const char *text, std::size_t bytes) {
  if (full())
    return *this;
  if (bytes_ + bytes > bytes_max) {
    bytes = bytes_max - bytes_;
    // Not in the middle of a character.
    while (bytes && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
      --bytes;
  }
  std::size_t needed = bytes_max + sizeof(ellipsis);
  if (bytes_ + bytes + sizeof(ellipsis) > capacity_) {
    std::size_t capacity = 2 * (bytes_ + bytes) + 64;
    capacity = capacity < needed ? capacity : needed;
    char *grown = static_cast<char *>(std::realloc(text_, capacity));
    if (!grown)
      return *this;
    text_ = grown;
    capacity_ = capacity;
  }
  std::memcpy(text_ + bytes_, text, bytes);
  bytes_ += bytes;
  return *this;
}

void Output::finish() {
  if (full())
    std::memcpy(text_ + bytes_, ellipsis, sizeof(ellipsis)), bytes_ += sizeof(ellipsis) - 1;
  __chv_show(text_ ? text_ : "", bytes_);
}

bool put_separator(Output &out, std::size_t index, std::size_t elements_max, std::size_t count) {
  if (index)
    out.text(", ");
  if (index < elements_max && !out.full())
    return true;
  out.text(ellipsis);
  if (count != unknown_count) {
    char text[48];
    std::snprintf(text, sizeof(text), " (%zu in all)", count);
    out.text(text);
  }
  return false;
}

// ---- numbers

void put(Output &out, bool value) { out.text(value ? "true" : "false"); }

void put(Output &out, unsigned __int128 value) {
  char digits[40];
  char *first = digits + sizeof(digits);
  do
    *--first = static_cast<char>('0' + static_cast<int>(value % 10));
  while (value /= 10);
  out.text(first, static_cast<std::size_t>(digits + sizeof(digits) - first));
}
void put(Output &out, __int128 value) {
  if (value < 0)
    out.text("-");
  put(out, value < 0 ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value));
}
void put(Output &out, long long value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, unsigned long long value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, long value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, unsigned long value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, int value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, unsigned value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, short value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, unsigned short value) { put(out, static_cast<__int128>(value)); }
// These two are numbers in CUDA programs more often than characters.
void put(Output &out, signed char value) { put(out, static_cast<__int128>(value)); }
void put(Output &out, unsigned char value) { put(out, static_cast<__int128>(value)); }

// A finite number as its shortest digits: `text` is what "%.*e" gave, "-d.ddde+xx". Small and large numbers, of more than
// `integer_digits_max` digits before the point, keep the exponent. At the top a number is a literal of its type; inside of
// others it is bare.
static void put_digits(Output &out, const char *text, int integer_digits_max, const char *suffix) {
  if (*text == '-')
    out.text("-"), ++text;
  const char *e = std::strchr(text, 'e');
  int exponent = std::atoi(e + 1);
  char digits[32];
  int count = 0;
  for (const char *c = text; c < e; ++c)
    // The user's locale may have another decimal point.
    if (*c >= '0' && *c <= '9' && count < static_cast<int>(sizeof(digits)))
      digits[count++] = *c;
  int before = exponent + 1;
  if (exponent < -5 || before > integer_digits_max) {
    out.text(digits, 1).text(count > 1 ? "." : "").text(digits + 1, static_cast<std::size_t>(count - 1)).text(e);
  } else {
    for (int i = 0; i < (before > 0 ? before : 1); ++i)
      out.text(i < count && before > 0 ? digits + i : "0", 1);
    bool fraction = count > before;
    out.text(fraction ? "." : "");
    for (int i = before; fraction && i < count; ++i)
      out.text(i < 0 ? "0" : digits + i, 1);
    out.text(fraction || out.depth() ? "" : ".0");
  }
  out.text(out.depth() ? "" : suffix);
}

// Tells what is not finite.
static bool put_special(Output &out, long double value) {
  if (std::isfinite(value))
    return false;
  out.text(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
  return true;
}

void put_narrow(Output &out, float value, Narrow format) {
  const int fraction_bits = format == Narrow::half ? 10 : 7, exponent_min = format == Narrow::half ? -14 : -126;
  int exponent = 0;
  // Below a power of two, numbers lie twice as close as above it.
  bool power = std::fabs(std::frexp(value, &exponent)) == 0.5f;
  exponent = exponent - 1 > exponent_min ? exponent - 1 : exponent_min;
  float nearest = std::ldexp(1.0f, exponent - fraction_bits - (power ? 2 : 1));
  // Whole numbers are shown as they are, 65504 and not 65500.
  if (std::trunc(value) == value && std::fabs(value) < 65536)
    nearest = 0.25f;
  char text[48];
  for (int digits = 0; digits < 9; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, static_cast<double>(value));
    if (std::fabs(std::strtof(text, nullptr) - value) < nearest)
      break;
  }
  if (!put_special(out, value))
    put_digits(out, text, 9, "");
}
void put(Output &out, float value) {
  char text[48];
  for (int digits = 0; digits < 9; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value)
      break;
  }
  if (!put_special(out, value))
    put_digits(out, text, 9, "f");
}
void put(Output &out, double value) {
  char text[48];
  for (int digits = 0; digits < 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*e", digits, value);
    if (std::strtod(text, nullptr) == value)
      break;
  }
  if (!put_special(out, value))
    put_digits(out, text, 16, "");
}
void put(Output &out, long double value) {
  char text[64];
  for (int digits = 0; digits < 21; ++digits) {
    std::snprintf(text, sizeof(text), "%.*Le", digits, value);
    if (std::strtold(text, nullptr) == value)
      break;
  }
  if (!put_special(out, value))
    put_digits(out, text, 19, "L");
}

// ---- characters and strings

// One code point as a literal of C++ has it.
static void put_code_point(Output &out, unsigned long code, char quote) {
  char text[16];
  const char *known = code == '\n'   ? "\\n"
                      : code == '\t' ? "\\t"
                      : code == '\r' ? "\\r"
                      : code == 0    ? "\\0"
                      : code == '\\' ? "\\\\"
                                     : nullptr;
  if (known) {
    out.text(known);
  } else if (code == static_cast<unsigned char>(quote)) {
    text[0] = '\\', text[1] = quote;
    out.text(text, 2);
  } else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
    std::snprintf(text, sizeof(text), "\\x%02lx", code);
    out.text(text);
  } else if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    std::snprintf(text, sizeof(text), "\\x%lx", code);
    out.text(text);
  } else if (code < 0x80) {
    text[0] = static_cast<char>(code);
    out.text(text, 1);
  } else {
    std::size_t bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (std::size_t i = bytes; i-- > 1; code >>= 6)
      text[i] = static_cast<char>(0x80 | (code & 0x3f));
    text[0] = static_cast<char>((0xf00 >> bytes) | code);
    out.text(text, bytes);
  }
}

static void put_character(Output &out, const char *prefix, unsigned long code) {
  out.text(prefix).text("'");
  put_code_point(out, code, '\'');
  out.text("'");
}
void put(Output &out, char value) {
  unsigned char byte = static_cast<unsigned char>(value);
  char text[8];
  std::snprintf(text, sizeof(text), "'\\x%02x'", byte);
  if (byte < 0x80)
    put_character(out, "", byte);
  else
    out.text(text);
}
void put(Output &out, wchar_t value) { put_character(out, "L", static_cast<unsigned long>(value)); }
#ifdef __cpp_char8_t
void put(Output &out, char8_t value) { put_character(out, "u8", value); }
#endif
void put(Output &out, char16_t value) { put_character(out, "u", value); }
void put(Output &out, char32_t value) { put_character(out, "U", value); }

// The length of the UTF-8 sequence that begins here and its code point, or 0 if it is none.
static std::size_t decode(const unsigned char *bytes, std::size_t count, unsigned long &code) {
  std::size_t length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xc2 && bytes[0] < 0xe0 ? 2 : (bytes[0] & 0xf0) == 0xe0 ? 3 : 4;
  if (length > count || (length == 4 && (bytes[0] < 0xf0 || bytes[0] > 0xf4)))
    return 0;
  code = length == 1 ? bytes[0] : bytes[0] & (0xff >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((bytes[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (bytes[i] & 0x3f);
  }
  bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  return overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

static unsigned long unit_at(const unsigned char *units, std::size_t unit_bytes, std::size_t index) {
  unsigned long unit = 0;
  std::memcpy(&unit, units + index * unit_bytes, unit_bytes);
  return unit;
}

static void put_units(Output &out, const unsigned char *units, std::size_t unit_bytes, std::size_t count) {
  for (std::size_t i = 0; i < count;) {
    unsigned long code = unit_at(units, unit_bytes, i);
    std::size_t used = 1;
    if (unit_bytes == 1 && !(used = decode(units + i, count - i, code))) {
      char text[8];
      std::snprintf(text, sizeof(text), "\\x%02x", units[i]);
      out.text(text);
      ++i;
      continue;
    }
    if (unit_bytes == 2 && code >= 0xd800 && code < 0xdc00 && i + 1 < count) {
      unsigned long low = unit_at(units, unit_bytes, i + 1);
      if (low >= 0xdc00 && low < 0xe000)
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), used = 2;
    }
    put_code_point(out, code, '"');
    i += used;
  }
}

static constexpr std::size_t string_bytes_max = 4096;
enum class Reading { good, faulted, refused };

// Reads memory that may not be there, by a system call, which reports what a load would die of.
static Reading read_memory(void *to, const void *from, std::size_t bytes) {
  MemoryPart local = {to, bytes}, remote = {const_cast<void *>(from), bytes};
  std::ptrdiff_t got = __chv_display_read(__chv_display_pid(), &local, 1, &remote, 1, 0);
  if (got == static_cast<std::ptrdiff_t>(bytes))
    return Reading::good;
  return got < 0 && errno != EFAULT ? Reading::refused : Reading::faulted;
}

void put_string(Output &out, const char *prefix, const void *units, std::size_t unit_bytes, std::size_t count) {
  unsigned char copy[string_bytes_max];
  std::size_t shown = count < sizeof(copy) / unit_bytes ? count : sizeof(copy) / unit_bytes;
  Reading reading = read_memory(copy, units, shown * unit_bytes);
  if (reading == Reading::faulted && shown) {
    put_object(out, {"unreadable string", 17}, units);
    return;
  }
  if (reading == Reading::refused)
    std::memcpy(copy, units, shown * unit_bytes);
  out.text(prefix).text("\"");
  put_units(out, copy, unit_bytes, shown);
  if (shown < count) {
    char text[48];
    std::snprintf(text, sizeof(text), "…\" (%zu in all)", count);
    out.text(text);
  } else {
    out.text("\"");
  }
}

void put_c_string(Output &out, const char *prefix, const void *units, std::size_t unit_bytes) {
  constexpr std::size_t page_bytes = 4096;
  unsigned char copy[string_bytes_max];
  std::size_t bytes = 0, count = 0;
  bool ended = false;
  while (!ended && bytes < sizeof(copy)) {
    // Up to the end of the page: the next one may not be there.
    const char *from = static_cast<const char *>(units) + bytes;
    std::size_t piece = page_bytes - reinterpret_cast<std::size_t>(from) % page_bytes;
    piece = piece < sizeof(copy) - bytes ? piece : sizeof(copy) - bytes;
    if (read_memory(copy + bytes, from, piece) != Reading::good) {
      put_address(out, units);
      return;
    }
    bytes += piece;
    while ((count + 1) * unit_bytes <= bytes && !(ended = unit_at(copy, unit_bytes, count) == 0))
      ++count;
  }
  out.text(prefix).text("\"");
  put_units(out, copy, unit_bytes, count);
  out.text(ended ? "\"" : "…\"");
}

// ---- names and addresses

void put_address(Output &out, const void *address) {
  char text[32];
  std::snprintf(text, sizeof(text), "%p", address);
  out.text(address ? text : "nullptr");
}

// Leaves out the namespaces that tell versions of a redefined name apart, `__v3::`.
static void put_name(Output &out, Name name) {
  for (std::size_t i = 0; i < name.bytes;) {
    Name rest = {name.text + i, name.bytes - i};
    std::size_t digits = 0;
    if (rest.starts_with("__v"))
      while (3 + digits < rest.bytes && rest.text[3 + digits] >= '0' && rest.text[3 + digits] <= '9')
        ++digits;
    Name after = {rest.text + 3 + digits, digits ? rest.bytes - 3 - digits : 0};
    if (digits && after.starts_with("::"))
      i += 3 + digits + 2;
    else
      out.text(rest.text, 1), ++i;
  }
}

void put_object(Output &out, Name type, const void *address) {
  out.text("<");
  put_name(out, type);
  out.text(" at ");
  put_address(out, address);
  out.text(">");
}

void put_allocation(Output &out, int space, Name type, std::size_t element_bytes, std::size_t bytes) {
  char text[48];
  out.text(space == 1 ? "pinned " : space == 2 ? "device " : "managed ");
  if (element_bytes) {
    put_name(out, type);
    std::snprintf(text, sizeof(text), "[%zu]", bytes / element_bytes);
  } else {
    std::snprintf(text, sizeof(text), "%zu bytes", bytes);
  }
  out.text(text);
}

bool copy_elements(void *to, const void *from, std::size_t bytes) {
  constexpr int find_out_direction = 4, nothing_captured = 1;
  int beside = __chv_copy_beside_captures(to, from, bytes);
  if (beside != nothing_captured)
    return beside == 0;
  return __chv_display_copy(to, from, bytes, find_out_direction) == 0;
}

void bring_from_device(const void *place, std::size_t bytes) {
  if (const void *storage = __chv_variable_storage(place, bytes))
    copy_elements(const_cast<void *>(place), storage, bytes);
}

bool put_enumerator(Output &out, const char *pretty, std::size_t index) {
  static const char before_list[] = "values = <";
  const char *list = std::strstr(pretty, before_list);
  if (!list)
    return false;
  const char *first = list + sizeof(before_list) - 1;
  // Commas within brackets belong to template arguments in an enumerator's name.
  int depth = 0;
  const char *c = first;
  for (; *c && (depth || (*c != '>' && (*c != ',' || index))); ++c) {
    depth += *c == '<' || *c == '(';
    depth -= *c == '>' || *c == ')';
    if (*c == ',' && depth == 0)
      --index, first = c + 2;
  }
  // What is no enumerator is printed as a cast.
  if (*first == '(' || index)
    return false;
  put_name(out, {first, static_cast<std::size_t>(c - first)});
  return true;
}

} // namespace display
} // namespace chevron

#endif
