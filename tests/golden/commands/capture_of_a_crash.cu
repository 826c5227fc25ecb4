//# What a cell prints that ends the executor is lost, and later cells print again.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=off"]
#include <cstdio>
%%capture lost
{ puts("lost with the process"); *(volatile int *)nullptr = 1; }
//? error: cell 3 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 3:1
//? note: a new executor runs with all definitions
puts("printed again");
//= printed again
