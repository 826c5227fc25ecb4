//# Memory that was mapped as shared is as the cell left it, which is said.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <sys/mman.h>
int *shared = (int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
int own = 1; *shared = 1;
own = 2; *shared = 2; abort();
//? error: cell 4 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
//? note: memory that the executor shares with other processes (`MAP_SHARED`) is as the cell left it
own
//= (int) 1
*shared
//= (int) 2
