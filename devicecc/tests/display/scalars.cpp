// Numbers, characters, strings, enumerations and pointers.
//@ c++17 c++20
#include "executor.h"
#include <climits>
#include <cstdint>

enum class Color { red, green = 5, blue = 512, infra = -128, far = 1000 };
enum Plain { first, second = 3 };
enum Flags : unsigned char { none, read = 1, write = 2, top = 255 };
enum Signed { minus = -1, plus = 1 };
namespace shapes {
inline namespace __v12 {
enum class Kind { circle, square };
template <class A, class B> struct Pair {
  enum Which { left, right };
};
} // namespace __v12
} // namespace shapes

int twice(int x) { return 2 * x; }
struct Incomplete;
struct Members {
  int a;
  void f() {}
  unsigned low : 3;
};
typedef float float4v __attribute__((vector_size(16)));

static void numbers() {
  SHOW(42);
  SHOW(-7L);
  SHOW(LLONG_MIN);
  SHOW(ULLONG_MAX);
  SHOW(static_cast<unsigned __int128>(ULLONG_MAX) * 10);
  SHOW(static_cast<__int128>(LLONG_MIN) * 10);
  SHOW(static_cast<short>(-3));
  SHOW(static_cast<unsigned char>(65));
  SHOW(static_cast<std::int8_t>(-65));
  SHOW(true);
  SHOW(3.14);
  SHOW(1.0);
  SHOW(0.1 + 0.2);
  SHOW(510.0);
  SHOW(1234.5678);
  SHOW(0.00012);
  SHOW(-1.5e-7);
  SHOW(1e15);
  SHOW(1.25e16);
  SHOW(1e20);
  SHOW(1e300);
  SHOW(-0.0);
  SHOW(1.0 / 3);
  SHOW(1.5f);
  SHOW(0.1f);
  SHOW(16777216.0f);
  SHOW(2.5L);
  SHOW(__builtin_inf());
  SHOW(-__builtin_inff());
  SHOW(__builtin_nan(""));
  SHOW(static_cast<_Float16>(0.1f));
  SHOW(static_cast<_Float16>(65504.0f));
  SHOW(static_cast<_Float16>(6e-8f));
  SHOW(static_cast<_Float16>(1024.0f));
  SHOW(static_cast<__bf16>(3.0f));
  volatile int seen = 3;
  SHOW(seen);
  const double half = 0.5;
  SHOW(half);
  float4v four = {1, 2, 3, 4.5f};
  SHOW(four);
}

static void texts() {
  SHOW('a');
  SHOW('\'');
  SHOW('\n');
  SHOW('\0');
  SHOW('\xe9');
  SHOW(L'ß');
  SHOW(u'ß');
  SHOW(U'\x1F600');
  SHOW("text");
  SHOW("a\tb\n\"quoted\" \\ \x01 ü");
  SHOW("bad \xff utf-8");
  SHOW(L"weit");
  SHOW(u"sechzehn \U0001F600");
  SHOW(U"zweiunddreißig");
  const char *text = "pointer";
  SHOW(text);
  text = nullptr;
  SHOW(text);
  const char *wild = reinterpret_cast<const char *>(16);
  SHOW(wild);
  char filled[4] = {'a', 'b', 'c', 'd'};
  SHOW(filled);
  const char *names[] = {"one", "two"};
  SHOW(names);
  static char large[5000];
  std::memset(large, 'x', sizeof(large) - 1);
  chevron::display::Output out;
  out.value(static_cast<const char *>(large)).text("", 1);
  std::printf("a long string: %zu bytes, ends with %s\n", std::strlen(out.data()), out.data() + 4090);
}

static void enumerations() {
  SHOW(Color::green);
  SHOW(Color::blue);
  SHOW(Color::infra);
  SHOW(Color::far);
  SHOW(static_cast<Color>(4));
  SHOW(second);
  SHOW(static_cast<Plain>(1));
  SHOW(none);
  SHOW(top);
  SHOW(static_cast<Flags>(read | write));
  SHOW(minus);
  SHOW(shapes::Kind::square);
  SHOW(shapes::Pair<int, shapes::Kind>::right);
  SHOW(cudaErrorInvalidValue);
  SHOW(cudaErrorUnknown);
}

static void pointers() {
  SHOW(nullptr);
  SHOW(static_cast<int *>(nullptr));
  SHOW(reinterpret_cast<int *>(0x1234));
  SHOW(reinterpret_cast<Incomplete *>(0x1234));
  SHOW(reinterpret_cast<void *>(0x1234));
  SHOW(static_cast<int (*)(int)>(nullptr));
  SHOW(&Members::a);
  SHOW(static_cast<int Members::*>(nullptr));
  for (int i = 0; i < 1024; ++i)
    allocations[1][i] = allocations[2][i] = allocations[3][i] = static_cast<float>(i) / 2;
  float *device = allocations[2];
  SHOW(device);
  SHOW(device + 1020);
  const float *pinned = allocations[1];
  SHOW(pinned);
  void *raw = allocations[3];
  SHOW(raw);
  SHOW(reinterpret_cast<Incomplete *>(device));
  float *held[] = {reinterpret_cast<float *>(0x40), nullptr};
  SHOW(held);
}

int main() {
  numbers();
  texts();
  enumerations();
  pointers();
}
