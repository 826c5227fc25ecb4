//# A function that ends without `return`, and what cannot be reached, end the cell there, and initialisers have their cell's line.
//@ flags = ["--checkpoint=off"]
int without(int x) { if (x > 5) return 1; }
//? cell 1:1:43: warning: non-void function does not return a value in all control paths [-Wreturn-type]
//?     1 | int without(int x) { if (x > 5) return 1; }
//?       |                                           ^
without(6)
//= (int) 1
without(2)
//? error: cell 3 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 1:1 in `without(int)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
__builtin_unreachable();
//? error: cell 4 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 4:1
//? note: a new executor runs with all definitions
int loops(int n) { for (int i = 0; i < n; ++i) if (i == 7) return i; }
//? cell 5:1:70: warning: non-void function does not return a value in all control paths [-Wreturn-type]
//?     1 | int loops(int n) { for (int i = 0; i < n; ++i) if (i == 7) return i; }
//?       |                                                                      ^
loops(9)
//= (int) 7
loops(5)
//? error: cell 7 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 5:1 in `loops(int)`
//?   at cell 7:1
//? note: a new executor runs with all definitions
int zero = 0, *null = nullptr;
int quotient = 5 / zero;
//? error: cell 9 ended the executor: killed by SIGFPE (arithmetic error such as an integer division by zero)
//?   at cell 9:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `zero`, `null`, `quotient`
struct Writer { Writer(int *p) { *p = 1; } };
Writer writer(null);
//? error: cell 11 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 10:1 in `Writer::Writer(int*)`
//?   at cell 11:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `zero`, `null`, `quotient`, `writer`
