//# An address that no pointer can have: the processor does not tell it, the line is told all the same.
//@ flags = ["--checkpoint=off"]
volatile unsigned long bits = 0x1234567890abcdefUL;
*(volatile int *)bits
//? error: cell 2 ended the executor: killed by SIGSEGV (access through a wild pointer)
//?   at cell 2:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `bits`
bits
//= (unsigned long) 1311768467294899695
