//# A statement at top level that uses what is deprecated or unavailable is told so; clang alone crashes on it.
[[deprecated("use h")]] int g() { return 1; }
g()
//= (int) 1
//? cell 2:1:1: warning: 'g' is deprecated: use h [-Wdeprecated-declarations]
//?     1 | g()
//?       | ^
//? cell 1:1:3: note: 'g' has been explicitly marked deprecated here
//?     1 | [[deprecated("use h")]] int g() { return 1; }
//?       |   ^
int a = g() + 1;
//? cell 3:1:9: warning: 'g' is deprecated: use h [-Wdeprecated-declarations]
//?     1 | int a = g() + 1;
//?       |         ^
//? cell 1:1:3: note: 'g' has been explicitly marked deprecated here
//?     1 | [[deprecated("use h")]] int g() { return 1; }
//?       |   ^
{ int b = g() + a; printf("%d\n", b); }
//= 3
//? cell 4:1:11: warning: 'g' is deprecated: use h [-Wdeprecated-declarations]
//?     1 | { int b = g() + a; printf("%d\n", b); }
//?       |           ^
//? cell 1:1:3: note: 'g' has been explicitly marked deprecated here
//?     1 | [[deprecated("use h")]] int g() { return 1; }
//?       |   ^
if (g()) printf("one\n");
//= one
//? cell 5:1:5: warning: 'g' is deprecated: use h [-Wdeprecated-declarations]
//?     1 | if (g()) printf("one\n");
//?       |     ^
//? cell 1:1:3: note: 'g' has been explicitly marked deprecated here
//?     1 | [[deprecated("use h")]] int g() { return 1; }
//?       |   ^
namespace old { __attribute__((unavailable("gone"))) void u(); }
old::u();
//? cell 7:1:6: error: 'u' is unavailable: gone
//?     1 | old::u();
//?       |      ^
//? cell 6:1:59: note: 'u' has been explicitly marked unavailable here
//?     1 | namespace old { __attribute__((unavailable("gone"))) void u(); }
//?       |                                                           ^
// Who may use a private member depends on where the use stands.
struct Safe { int open() { return hidden; } private: int hidden = 4; friend int peek(Safe &); };
Safe().hidden;
//? cell 8:1:8: warning: expression result unused [-Wunused-value]
//?     1 | Safe().hidden;
//?       | ~~~~~~ ^~~~~~
//? cell 8:1:8: error: 'hidden' is a private member of 'Safe'
//? cell 7:1:58: note: declared private here
//?     1 | struct Safe { int open() { return hidden; } private: int hidden = 4; friend int peek(Safe &); };
//?       |                                                          ^
int peek(Safe &safe) { return safe.hidden; }
Safe safe; peek(safe)
//= (int) 4
