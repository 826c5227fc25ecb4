//# A pointer that is no block of the heap.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
int stack_or_static;
void release(void *p) { std::free(p); }
release(&stack_or_static);
//? free(): invalid pointer
//? error: cell 4 ended the executor: killed by SIGABRT (abort: free(): invalid pointer)
//?   at cell 3:1 in `release(void*)`
//?   at cell 4:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `stack_or_static`
1
//= (int) 1
