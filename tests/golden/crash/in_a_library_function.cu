//# A crash inside the C library is told at the call in the user's code.
//@ flags = ["--checkpoint=off"]
#include <cstring>
unsigned long length(const char *text) { return strlen(text); }
length("abc")
//= (unsigned long) 3
length((const char *)16)
//? error: cell 4 ended the executor: killed by SIGSEGV (read of invalid address 0x10)
//?   in a library's function, called at cell 2:1 in `length(char const*)`
//?   at cell 4:1
//? note: a new executor runs with all definitions
