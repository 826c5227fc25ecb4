//# The stack of an interrupted cell is unwound: local objects are destroyed, innermost first, and a handler of everything may look at it and pass it on.
#include <unistd.h>
struct Local { int n; Local(int n) : n(n) {} ~Local() { printf("destroyed %d\n", n); } };
void inner() { Local local(2); sleep(100); }
void outer() { Local local(1); try { inner(); } catch (...) { printf("passed on\n"); throw; } }
outer();;
//! interrupt after 200 ms
//= destroyed 2
//= passed on
//= destroyed 1
//? error: cell 5 was interrupted; its state is kept
1 + 1
//= (int) 2
