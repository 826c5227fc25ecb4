//# `using enum` again brings in the newer enum's enumerators.
enum class C { red, green };
using enum C;
int(green)
//= (int) 1
enum class C { blue, red, green };
using enum C;
C c = green;
int(c)
//= (int) 2
namespace n { enum class D { one = 1 }; using enum D; }
int(n::one)
//= (int) 1
namespace n { enum class D { zero, two, one }; using enum D; }
int(n::one)
//= (int) 2
