//# What a cell printed and stored before it was interrupted stays; definitions of the cell are there too.
#include <unistd.h>
int before = 1; printf("printed\n"); int f() { return before + 1; } before = 41; sleep(100); before = 0;;
//! interrupt after 200 ms
//= printed
//? error: cell 2 was interrupted; its state is kept
f()
//= (int) 42
