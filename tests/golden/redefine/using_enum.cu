//# `using enum` again brings in the newer enum's enumerators.
enum class C { red, green };
using enum C;
int(green)
enum class C { blue, red, green };
using enum C;
C c = green;
int(c)
namespace n { enum class D { one = 1 }; using enum D; }
int(n::one)
namespace n { enum class D { zero, two, one }; using enum D; }
int(n::one)
