//# A name that was an enum's, a variable's, and is an enum's again, declared ahead.
enum class e : unsigned; int of(e v) { return int(v); } enum class e : unsigned { a = 1 };
of(e::a)
//= (int) 1
auto e = 5;
enum class e : unsigned; int of(e v) { return int(v) + 1; } enum class e : unsigned { a = 2 };
of(e::a)
//= (int) 3
// A class of an inline namespace, and a function that `using` brings in.
inline namespace in { struct both { int a = 1; }; }
namespace s { int both(int x) { return x; } }
using s::both;
both(2)
//= (int) 2
// A class means another template of variables if that has other specializations.
system("printf 'template <class T> constexpr int size = 1; template <class T> constexpr int size<T *> = 2;\\nstruct S { int of() { return size<int *>; } };\\n' > lib.cu");
%load lib.cu
S{}.of()
//= (int) 2
S kept;
%load lib.cu
kept.of()
//= (int) 2
system("printf 'template <class T> constexpr int size = 1;\\nstruct S { int of() { return size<int *>; } };\\n' > lib.cu");
%load lib.cu
S{}.of()
//= (int) 1
template <> constexpr int size<int *> = 4;
struct S { int of() { return size<int *>; } };
S{}.of()
//= (int) 4
// What an edited file wrote in an unnamed namespace of an unnamed one.
system("printf 'namespace { namespace { int help() { return 1; } } auto user() { return help(); } }\\n' > part.cu");
%load part.cu
system("printf 'namespace { int help() { return 2; } } auto user() { return help(); }\\n' > part.cu");
%load part.cu
user()
//= (int) 2
// A type of a namespace, whose name is a variable's outside.
int inner = 1;
namespace t { struct inner { int x; }; inner operator+(inner a, inner b) { return {a.x + b.x}; } }
namespace t { struct inner { int x; }; inner operator+(inner a, inner b) { return {a.x + b.x + 1}; } }
(t::inner{1} + t::inner{2}).x
//= (int) 4
system("printf 'template <class T> constexpr int more = 1;\\nstruct M { int of() { return more<int *>; } };\\n' > more.cu");
%load more.cu
M{}.of()
//= (int) 1
system("printf 'template <class T> constexpr int more = 1; template <class T> constexpr int more<T *> = 2;\\nstruct M { int of() { return more<int *>; } };\\n' > more.cu");
%load more.cu
M{}.of()
//= (int) 2
// An enum whose enumerators are brought in, then a function of its name.
enum class told : unsigned { first = 1 }; using enum told;
int(first) * 10
//= (int) 10
namespace u { int told() { return 2; } }
using u::told;
told()
//= (int) 2
enum class told : unsigned { first = 3 }; using enum told;
int(first)
//= (int) 3
