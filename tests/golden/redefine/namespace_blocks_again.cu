//# Blocks of namespaces that are entered again: members defined outside of an inner one, specializations that come to what was instantiated, guides, and what becomes a class.
namespace a { namespace n { extern int w; struct S; } int n::w = 1; struct n::S { int x = 2; }; }
namespace a { namespace n { extern int w; struct S; } int n::w = 2; struct n::S { int x = 3; }; }
a::n::w * 10 + a::n::S{}.x
//= (int) 23
inline namespace s { template <template <class> class C> struct P { static constexpr int value = 1; }; template <class T> struct A { }; }
P<A>::value
//= (const int) 1
inline namespace s { template <template <class> class C> struct P { static constexpr int value = 1; }; template <class T> struct A { }; template <> struct P<A> { static constexpr int value = 76; }; }
P<A>::value
//= (const int) 76
namespace g { template <class T> struct G { T v; G(T v) : v(v) {} }; template <class U> G(U, U) -> G<char[29]>; G(char) -> G<double>; }
namespace g { template <class T> struct G { T v; G(T v) : v(v) {} }; template <class U> G(U, U) -> G<char[29]>; G(char) -> G<double>; }
sizeof(g::G('c'))
//= (unsigned long) 8
template <class T, int K = 64> struct B; template <class T> struct B<T, 3> { int get() { return 3; } }; template <class T, int K> struct B { int get() { return 4; } };
template <class T, int K = 64> struct B; template <class T> struct B<T, 3> { int get() { return 3; } }; template <class T, int K> struct B { int get() { return 45; } };
B<int>{}.get() * 10 + B<int, 3>{}.get()
//= (int) 453
namespace { int n7() { return 1; } }
struct n7; int of(const n7 &); struct n7 { int v = 24; }; int of(const n7 &n) { return n.v; }
of({})
//= (int) 24
template <class T, int K = 67> struct n3; template <class T, int K> struct n3 { static constexpr int value = K; };
template <class T> int of_n3() { return n3<T>::value; }
of_n3<int>()
//= (int) 67
template <class T, int K = 27> struct n3; template <class T, int K> struct n3 { static constexpr int value = K; };
n3<int>::value
//= (const int) 27
inline namespace s6 { struct n6 { int v = 46; }; }
struct n6 { int v = 46; };
n6{}.v
//= (int) 46
