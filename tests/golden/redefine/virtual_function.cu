//# The body of a virtual function is defined again: calls through objects made before reach it, as those through objects made after.
struct Base { virtual int f() = 0; virtual ~Base(); };
Base::~Base() {}
struct Large { double a[4]; };
struct Derived : Base { int f() override; virtual Large g(Large x, int y); int h(); };
int Derived::f() { return 1; } Large Derived::g(Large x, int y) { x.a[0] = y; return x; }
Base *older = new Derived;
older->f()
//= (int) 1
int Derived::f() { return 2; }
older->f()
//= (int) 2
Base *newer = new Derived; newer->f()
//= (int) 2
Large Derived::g(Large x, int y) { x.a[1] = y; return x; }
static_cast<Derived *>(older)->g(Large{{1, 1, 1, 1}}, 7).a
//= (double[4]) {1, 7, 1, 1}
int (Base::*member)() = &Base::f; (older->*member)()
//= (int) 2
%undo 6
//? note: cells 8 to 13 are taken back: 2 more, `newer`, `Derived::g` (that of cell 5 is back), `static_cast<Derived *>(older)->g(Large{{…`, `member`
older->f()
//= (int) 1
struct Left { virtual int l() { return 1; } }; struct Right { int r = 5; virtual int s(); };
int Right::s() { return r; }
struct Both : Left, Right { int s() override; };
int Both::s() { return r + 10; }
Right *right = new Both; right->s()
//= (int) 15
int Both::s() { return r + 20; }
right->s()
//= (int) 25
