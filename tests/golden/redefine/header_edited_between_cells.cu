//# A header that a cell includes again, edited: what it has no more is gone, `using` and macros among that; what other texts declare stays.
system("printf '#pragma once\\n#define WIDTH 4\\nnamespace in { int f() { return 1; } int g() { return 2; } }\\nusing namespace in;\\nusing in::g;\\nint shared();\\nint only() { return 3; }\\nenum class Mode { fast, slow };\\nusing enum Mode;\\n' > part.h");
#include "part.h"
int shared() { return 4; }
f() + g() + shared() + only() + WIDTH + int(slow)
//= (int) 15
system("printf '#pragma once\\nnamespace in { int f() { return 10; } int g() { return 20; } }\\nenum class Mode { fast, slow };\\n' > part.h");
#include "part.h"
f()
//? cell 7:1:1: error: use of undeclared identifier 'f'; did you mean 'in::f'?
//?     1 | f()
//?       | ^
//?       | in::f
//? ./part.h:2:20: note: 'in::f' declared here
//?     2 | namespace in { int f() { return 10; } int g() { return 20; } }
//?       |                    ^
g()
//? cell 7:1:1: error: use of undeclared identifier 'g'; did you mean 'in::g'?
//?     1 | g()
//?       | ^
//?       | in::g
//? ./part.h:2:43: note: 'in::g' declared here
//?     2 | namespace in { int f() { return 10; } int g() { return 20; } }
//?       |                                           ^
only()
//? cell 7:1:1: error: use of undeclared identifier 'only'
//?     1 | only()
//?       | ^~~~
//? hint: `only` was in `./part.h` until cell 6
WIDTH
//? cell 7:1:1: error: use of undeclared identifier 'WIDTH'
//?     1 | WIDTH
//?       | ^~~~~
//? hint: `WIDTH` was a macro until cell 6
slow
//? cell 7:1:1: error: use of undeclared identifier 'slow'
//?     1 | slow
//?       | ^~~~
in::f() + in::g() + shared()
//= (int) 34
// A namespace that has gone is the same one when it comes back.
using in::g;
system("printf '#pragma once\\nint v = 1;\\n' > part.h");
#include "part.h"
in::f()
//? cell 11:1:1: error: use of undeclared identifier 'in'
//?     1 | in::f()
//?       | ^
//? hint: `in` was in `./part.h` until cell 10
system("printf '#pragma once\\nnamespace in { int f() { return 100; } int g() { return 200; } }\\n' > part.h");
#include "part.h"
in::f() + in::g()
//= (int) 300
// The same text again takes nothing away: it may mean another thing.
system("printf 'int NAME() { return VALUE; }\\n' > made.h");
#define NAME one
#define VALUE 1
#include "made.h"
#undef NAME
#undef VALUE
#define NAME two
#define VALUE 2
#include "made.h"
one() + two()
//= (int) 3
