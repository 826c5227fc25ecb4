struct A { struct Impl; enum class E : int; Impl *p = nullptr; int get() const; };
struct A::Impl { int x = 3; };
enum class A::E : int { one, two };
int A::get() const { return p ? p->x : -1; }
namespace n { struct X { struct Y; int k; }; struct X::Y { int q; }; struct Z; }
struct n::Z { X x; };
template <class T> struct L { struct Node; Node *head = nullptr; };
template <class T> struct L<T>::Node { T v; Node *next; };
int k() { return 1; }
