//# What `using` has brought in is what the name means now.
namespace n { struct T {}; int f(T) { return 1; } int g() { return 1; } struct S { int a = 1; }; int v = 1; template <class> struct C { int a = 1; }; }
namespace n { __device__ int d() { return 1; } enum E { one = 1 }; S pair[2]; auto [first, second] = pair; }
using n::f; using n::g; using n::S; using n::v; using n::C; using n::d; using n::one; using n::first;
namespace n { int f(T) { return 2; } }
f(n::T{})
//= (int) 2
namespace n { long g() { return 2; } struct S { int a = 2, b = 3; }; double v = 2; template <class> struct C { int a = 2, b = 2; }; }
sizeof(g()) + 10 * S{}.a + 100 * C<int>{}.a
//= (unsigned long) 228
v
//= (double) 2.0
namespace n { __device__ long d() { return 2; } enum E { one = 2 }; S pair[2]; auto [first, second] = pair; }
one + 10 * first.a
//= (int) 22
__global__ void k() { printf("%d of %d bytes\n", int(d()), int(sizeof(d()))); }
k<<<1, 1>>>();
//= 2 of 8 bytes
template <class X> int user(X x) { return f(x); }
namespace n { int f(T) { return 3; } }
user(n::T{})
//= (int) 3
%undo 2
//? note: cells 14 to 15 are taken back: `n`, `n::f` (that of cell 4 is back), `user(n::T{})`
f(n::T{})
//= (int) 2
// A file that does not bring in a name any more, which lookup by arguments finds.
system("printf 'namespace in { struct T { int x = 1; }; int go(T t) { return t.x; } }\\nusing in::go;\\nint user() { return go(in::T{}); }\\n' > lib.cu");
%load lib.cu
system("printf 'namespace in { struct T { int x = 1; }; int go(T t) { return t.x + 1; } }\\nint user() { return go(in::T{}); }\\n' > lib.cu");
%load lib.cu
user()
//= (int) 2
// A name of an unnamed namespace that moves behind `using namespace`, and back.
system("printf 'namespace { int hidden() { return 1; } }\\ninline namespace inl { int inner(int = 1) { return 1; } }\\n' > lib.cu");
%load lib.cu
hidden() + 10 * inner()
//= (int) 11
system("printf 'namespace s { namespace { int hidden() { return 2; } } int inner(int = 1) { return 2; } }\\nusing namespace s;\\n' > lib.cu");
%load lib.cu
hidden() + 10 * inner()
//= (int) 22
system("printf 'namespace { int hidden() { return 3; } }\\ninline namespace inl { int inner(int = 1) { return 3; } }\\n' > lib.cu");
%load lib.cu
hidden() + 10 * inner()
//= (int) 33
// A class that was, and `using` of a structured binding.
struct both { int a = 1; };
namespace s { struct Pair { int a, b; }; const auto [both, other] = Pair{2, 3}; }
using s::both;
both
//= (const int) 2
