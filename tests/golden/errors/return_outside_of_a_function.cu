//# A return at top level is told as a mistake (clang 22 crashes on it), and one in a lambda or a class is none.
return 3;
//? cell 1:1:1: error: 'return' outside of a function; a cell shows the value that ends it without ';'
//?     1 | return 3;
//?       | ^
int x = 4;
if (x > 3)
  return;
//? cell 2:2:3: error: 'return' outside of a function; a cell shows the value that ends it without ';'
//?     2 |   return;
//?       |   ^
auto twice = [](int a) { return 2 * a; };
int y([] { return 7; }()), z{[] { return 8; }()};
{ struct Inner { int f() { return 5; } }; x = Inner().f() + [] { return 1; }(); }
{ int v([] { return 3; }()); auto w = [&]() -> int { return v; }; x += w(); }
x + twice(1) + y + z
//= (int) 26
for (int i = 0; i < 2; ++i) { if (i) return i; }
//? cell 7:1:38: error: 'return' outside of a function; a cell shows the value that ends it without ';'
//?     1 | for (int i = 0; i < 2; ++i) { if (i) return i; }
//?       |                                      ^
x
//= (int) 9
