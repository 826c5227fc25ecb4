// Types of the user: as they are, and with each way of customising.
//@ c++17 c++20
#include "executor.h"
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

struct Particle {
  float x, y;
  int id;
  std::string name;
  const char *label;
  double history[3];
};
class Hidden {
  int secret = 4;
  unsigned low : 3, high : 5;

public:
  Hidden() : low(5), high(17) {}
};
struct Empty {};
struct Base {
  int b = 1;
  virtual ~Base() = default;
};
class Derived : private Base {
  std::vector<int> items{1, 2};
  Hidden hidden;
};
struct Outer {
  struct {
    int a, b;
  } inner;
  union {
    int number;
    float real;
  };
  int &reference;
  Empty empty;
};
union Either {
  int number;
  float real;
};

namespace geometry {
struct Version {
  int major, minor;
};
void show(chevron::display::Output &out, const Version &v) { out.text("v").value(v.major).text(".").value(v.minor); }
template <class T> struct Matrix {
  T cells[4];
};
template <class T> void show(chevron::display::Output &out, const Matrix<T> &matrix) {
  out.text("matrix ").value(matrix.cells);
}
enum class Unit { metre };
void show(chevron::display::Output &out, Unit) { out.text("m"); }
struct Printed {
  int value;
};
std::ostream &operator<<(std::ostream &stream, const Printed &printed) { return stream << "printed " << printed.value; }
struct Bag {
  std::vector<Version> versions;
  const Version *begin() const { return versions.data(); }
  const Version *end() const { return versions.data() + versions.size(); }
};
struct Free {
  int values[3];
};
const int *begin(const Free &free) { return free.values; }
const int *end(const Free &free) { return free.values + 3; }
struct NoCopy {
  NoCopy() = default;
  NoCopy(const NoCopy &) = delete;
  int value = 3;
};
} // namespace geometry

struct float3 {
  float x, y, z;
};
struct uint1 {
  unsigned x;
};
struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
// What the class of cuda_fp16.h can do.
class __half {
  _Float16 bits;

public:
  __half(float value) : bits(static_cast<_Float16>(value)) {}
  operator float() const { return static_cast<float>(bits); }
};
struct __half2 {
  __half x, y;
};

int main() {
  int number = 8;
  SHOW(Particle{1, 2.5f, 7, "muon", "L", {0.1, 0.2, 0.3}});
  SHOW(std::vector<Particle>(2));
  SHOW(Hidden());
  SHOW(Empty());
  SHOW(Derived());
  SHOW(Outer{{1, 2}, {3}, number, {}});
  SHOW(geometry::Version{1, 2});
  SHOW(std::vector<geometry::Version>{{1, 2}, {3, 4}});
  SHOW(geometry::Matrix<float>{{1, 2, 3, 4.5f}});
  SHOW(geometry::Unit::metre);
  SHOW(geometry::Printed{5});
  SHOW(std::map<int, geometry::Printed>{{1, {5}}});
  SHOW(geometry::Bag{{{1, 2}}});
  SHOW(geometry::Free{{1, 2, 3}});
  SHOW(geometry::NoCopy());
  volatile Particle *watched = nullptr;
  SHOW(watched);
  SHOW(float3{1, 2.5f, 3});
  SHOW(std::vector<float3>{{1, 2, 3}});
  SHOW(uint1{9});
  SHOW(dim3(16, 16));
  SHOW(__half(0.1f));
  SHOW(__half2{1.0f, 0.5f});
  SHOW(std::filesystem::path("/usr/lib"));
  SHOW(std::thread::id());
  Either either{1};
  const char *type = "<Either at 0x";
  chevron::display::Output out;
  out.value(either);
  std::printf("%s\n", std::strncmp(out.data(), type, std::strlen(type)) == 0 ? "union by address" : "?");
}
