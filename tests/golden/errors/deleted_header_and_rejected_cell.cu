//# A header that committed cells include may be gone when they are read again; a new cell does not find it, and finds one that has come since.
//@ flags = ["-I", "."]
#include <cstdlib>
system("mkdir sub; echo 'int f() { return 1; }' > sub/my.h; echo 'int e() { return 1; }' > my.h")
//= (int) 0
#include <my.h>
#include "sub/my.h"
#if __has_include(<later.h>)
int there = 1;
#else
int there = 0;
#endif
system("rm -r sub my.h")
//= (int) 0
foo;
//? cell 7:1:1: error: use of undeclared identifier 'foo'
//?     1 | foo;
//?       | ^~~
e() + f()
//= (int) 2
#include <my.h>
//? cell 8:1:10: error: 'my.h' file not found
//?     1 | #include <my.h>
//?       |          ^~~~~~
//? hint: `%include DIR` names a directory that has it
#include <sub/my.h>
//? cell 8:1:10: error: 'sub/my.h' file not found
//?     1 | #include <sub/my.h>
//?       |          ^~~~~~~~~~
//? hint: `%include DIR` names a directory that has it
e() + f()
//= (int) 2
system("echo 'int g() { return 10 * f() + e(); }' > later.h")
//= (int) 0
#include <later.h>
g()
//= (int) 11
foo;
//? cell 12:1:1: error: use of undeclared identifier 'foo'
//?     1 | foo;
//?       | ^~~
there
//= (int) 0
e() + f() + g()
//= (int) 13
#if __has_include(<later.h>)
int there = 1;
#endif
there
//= (int) 1
