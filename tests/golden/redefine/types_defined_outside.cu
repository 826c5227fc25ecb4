//# Types that are defined outside of their class or namespace: defined again with it, in a file that is loaded again too.
class PI { public: struct Impl; enum class Mode : int; Impl *p; PI(); int get(); };
struct PI::Impl { int a = 1; };
enum class PI::Mode : int { A, B };
PI::PI() : p(new Impl) {}
int PI::get() { return p->a; }
template <class T> struct Tree { struct Node; Node *root; int size(); };
template <class T> struct Tree<T>::Node { T v; };
template <class T> int Tree<T>::size() { return sizeof(Node); }
namespace ns { struct A; int f(A &); struct B { struct C; C *c; }; }
struct ns::A { int a = 1; };
struct ns::B::C { int z = 3; };
int ns::f(A &x) { return x.a; }
ns::A a;
ns::f(a)
//= (int) 1
PI().get()
//= (int) 1
Tree<int>().size()
//= (int) 4
struct ns::A { int b = 2, a = 5; };
//? cell 17:1:12: error: redefinition of 'A'
//?     1 | struct ns::A { int b = 2, a = 5; };
//?       |            ^
//? cell 10:1:12: note: previous definition is here
//?     1 | struct ns::A { int a = 1; };
//?       |            ^
//? note: a type that is defined outside of its class or namespace is defined again in one cell with the declaration there
ns::f(a)
//= (int) 1
class PI { public: struct Impl; enum class Mode : int; Impl *p; PI(); int get(); };
struct PI::Impl { int b = 2, a = 5; };
enum class PI::Mode : int { A, B };
PI::PI() : p(new Impl) {}
int PI::get() { return p->a; }
template <class T> struct Tree { struct Node; Node *root; int size(); };
template <class T> struct Tree<T>::Node { T v; T w; };
template <class T> int Tree<T>::size() { return sizeof(Node); }
namespace ns { struct A; int f(A &); struct B { struct C; C *c; }; }
struct ns::B::C { int z = 4; };
int ns::f(A &x) { return x.a; }
ns::A a;
PI().get()
//= (int) 5
Tree<int>().size()
//= (int) 8
ns::B::C().z
//= (int) 4
ns::f(a)
//= (int) 1
namespace ns { struct A; int f(A &); } struct ns::A { int b = 2, a = 7; }; int ns::f(A &x) { return x.a; }
ns::A a;
ns::f(a)
//= (int) 7
