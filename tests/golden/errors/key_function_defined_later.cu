//# A constructor needs the table of virtual functions, which comes with the first of them: the hint says so.
struct S { int a; S(); ~S(); virtual int v() const; };
S::S() : a(1) {}
//? error: cell 2: nothing defines `vtable for S`
//? hint: it comes with the first virtual function of `S` that is neither pure nor inline: define that before what needs it, or in the same cell
int S::v() const { return a; }
S::S() : a(1) {}
S::~S() {}
S s; s.v()
//= (int) 1
