//# A class, enum or function that a cell declares before it defines it again is the new one from there on.
struct A { int x; };
struct A; struct B { A *a; }; struct A { int y; };
A now{3};
B{&now}.a->y
//= (int) 3
template <class T> struct C { T x; };
template <class T> struct C; template <class T> struct C { T y; };
C<int>{4}.y
//= (int) 4
enum E : int { E1 };
enum E : int; enum E : int { E2 = 5 };
E2
//= (E) E2
enum class F { one };
enum class F; enum class F { two = 6 };
int(F::two)
//= (int) 6
int f() { return 1; }
int f(); int g() { return f(); } int f() { return 2; }
g()
//= (int) 2
