//# After a redefinition the backtrace names the cell of the code that ran.
//@ flags = ["--checkpoint=off"]
int step(int *p) { return *p; }
int all(int *p) { return step(p); }
int step(int *p) { return *p + 1; }
all(nullptr)
//? error: cell 4 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at cell 3:1 in `step(int*)`
//?   at cell 2:1 in `all(int*)`
//?   at cell 4:1
//? note: a new executor runs with all definitions
int two = 2;
all(&two)
//= (int) 3
double step(double *p) { return *p; }
struct Box { int *p; };
int open(Box box) { return *box.p; }
struct Box { long extra; int *p; };
int open(Box box) { return *box.p; }
open(Box{1, nullptr})
//? error: cell 12 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at cell 11:1 in `open(Box)`
//?   at cell 12:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `two`
