//# Cells are taken back while a header of older ones is being edited.
#include <cstdlib>
system("echo 'template <typename T> T twice(T x) { return 2 * x; }' > my.h")
//= (int) 0
#include "my.h"
int a = 1;
int b = 2;
system("echo 'template <typename T> T twice(T x { return ' > my.h")
//= (int) 0
%undo 2
//? note: cells 5 to 6 are taken back: `b`
twice(a)
//= (int) 2
int b = twice(21);
b
//= (int) 42
%undo 6
//? note: cells 2 to 7 are taken back: `#include "my.h"`, `a`, `twice(a)`, `b`
#include "my.h"
//? In file included from cell 2:1:
//? ./my.h:1:35: error: expected ')'
//?     1 | template <typename T> T twice(T x { return
//?       |                                   ^
//? ./my.h:1:30: note: to match this '('
//?     1 | template <typename T> T twice(T x { return
//?       |                              ^
//? cell 2:1:15: error: expected function body after function declarator
//?     1 | #include "my.h"
//?       |               ^
system("echo 'template <typename T> T twice(T x) { return x + x + 1; }' > my.h")
//= (int) 0
#include "my.h"
twice(4)
//= (int) 9
