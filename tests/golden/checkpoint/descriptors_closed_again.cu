//# Who closes all descriptors again and again is taken back each time: what wakes the next checkpoint is made anew as well.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <unistd.h>
int x = 5;
x = 6; for (int fd = 0; fd < 256; ++fd) close(fd);
//? error: cell 3 ended the executor: closed its connection to the session, by which alone it can be used (did a cell close all descriptors?)
//? note: cell 3 is taken back: all variables are as they were before it
x
//= (int) 5
x = 7; for (int fd = 3; fd < 256; ++fd) close(fd);
//? error: cell 4 ended the executor: closed its connection to the session, by which alone it can be used (did a cell close all descriptors?)
//? note: cell 4 is taken back: all variables are as they were before it
x
//= (int) 5
*(volatile int *)nullptr = 1;
//? error: cell 5 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
x
//= (int) 5
