//# What a template calls without having been instantiated follows too: instances that are made later are made of what is newest by then.
template <class T> T f(T x) { return x + 1; }
template <class T> T g(T x) { return f(x); }
template <class T> int of_int(T) { return f(3); }
g(3)
//= (int) 4
template <class T> T f(T x) { return x + 2; }
g(3)
//= (int) 5
g(4.5)
//= (double) 6.5
of_int('a')
//= (int) 5
auto l = [](auto x) { return f(x); };
struct A { template <class T> T m(T x) { return f(x); } };
template <class T> struct B { T m(T x); };
template <class T> T B<T>::m(T x) { return f(x); }
template <class T> T f(T x) { return x + 3; }
l(1) * 100 + A{}.m(1) * 10 + B<int>{}.m(1)
//= (int) 444
g(1L)
//= (long) 4
// Through namespaces and `using`.
namespace n { template <class T> T f(T x) { return x + 1; } }
template <class T> T by_name(T x) { return n::f(x); }
using n::f;
//? note: the `f` of cell 13 (`T (T)`) is still used by `l`, `A`, `B::m`: its type has changed
template <class T> T by_using(T x) { return f(x); }
namespace n { template <class T> T f(T x) { return x + 2; } }
by_name(1) * 10 + by_using(short(1))
//= (int) 33
// Constrained ones.
template <class T> requires (sizeof(T) > 1) T c(T x) { return x + 1; }
template <class T> T by_constraint(T x) { return c(x); }
template <class T> requires (sizeof(T) > 1) T c(T x) { return x + 2; }
by_constraint(1)
//= (int) 3
// Variables.
template <class T> int v = 1;
template <class T> constexpr int cv = 1;
template <class T> int dependent() { return v<T> * 10 + cv<T>; }
template <class T> int fixed() { return v<int> * 10 + cv<int>; }
template <class T> int v = 2;
template <class T> constexpr int cv = 2;
dependent<int>() * 100 + fixed<int>()
//= (int) 2222
// What returns another type; what was only declared.
int p(int x) { return 1; }
template <class T> auto of_another(T x) { return p(x); }
double p(int x) { return 2.5; }
of_another(1)
//= (double) 2.5
template <class T> T later(T x);
template <class T> T calls_later(T x) { return later(x); }
template <class T> T later(T x) { return x * 10; }
calls_later(4)
//= (int) 40
template <class T> T later(T x);
calls_later(5L)
//= (long) 50
later(6.5f)
//= (float) 65.0f
%undo 4
//? note: cells 40 to 43 are taken back: `calls_later(4)`, `later`, `calls_later(5L)`, `later(6.5f)`
calls_later(4.5)
//= (double) 45.0
