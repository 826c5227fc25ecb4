//# Templates that are out of the question for different arguments, by a trailing constraint or the type that they return, are overloads; each can be defined again.
#include <type_traits>
template <class T> int h(T) requires (sizeof(T) == 4) { return 1; }
template <class T> int h(T) requires (sizeof(T) == 8) { return 2; }
template <class T> int h(T) { return 3; }
h(1) * 100 + h(1L) * 10 + h('a')
//= (int) 123
template <class T> int h(T) requires (sizeof(T) == 4) { return 4; }
h(1) * 100 + h(1L) * 10 + h('a')
//= (int) 423
template <class T> std::enable_if_t<std::is_integral_v<T>, int> kind(T) { return 1; }
int user() { return kind(1); }
template <class T> std::enable_if_t<!std::is_integral_v<T>, int> kind(T) { return 2; }
kind(1) * 10 + kind(1.5)
//= (int) 12
template <class T> std::enable_if_t<std::is_integral_v<T>, int> kind(T) { return 5; }
user() * 100 + kind(1) * 10 + kind(1.5)
//= (int) 552
template <class T> auto len(const T &t) -> decltype(t.size()) { return t.size(); }
template <class T> auto len(const T &t) -> decltype(t.count()) { return t.count(); }
struct A { int size() const { return 4; } }; struct B { int count() const { return 6; } };
len(A()) * 10 + len(B())
//= (int) 46
template <class T> auto len(const T &t) -> decltype(t.size()) { return t.size() + 1; }
len(A()) * 10 + len(B())
//= (int) 56
template <class T> T f(T x) { return x; }
template <class T> int f(T x) { return 7; }
f(1.5)
//= (int) 7
