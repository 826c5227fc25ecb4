//# All cells share one unnamed namespace, as one file would: what it holds is defined again like other names.
namespace { int f() { return 1; } int x = 2; struct S { int a = 3; }; }
int caller() { return f() * 10 + x; }
namespace { int f() { return 4; } }
caller()
//= (int) 42
f()
//= (int) 4
namespace { int x = 5; }
caller()
//= (int) 45
namespace { struct S { int a = 6, b = 7; }; }
S().b
//= (int) 7
%undo 4
//? note: cells 6 to 9 are taken back: `(anonymous namespace)::x` (that of cell 1 is back), `(anonymous namespace)::S` (that of cell 1 is back)
caller()
//= (int) 42
