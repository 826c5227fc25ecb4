//# From the start a checkpoint is made when the session has been quiet for a moment, as between cells that a person types.
//@ devices = ["cpu"]
int x = 1;
x = 2;;
//! rest 1000 ms
x = 3; *(volatile int *)0 = 1;
//? error: cell 3 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 3:1
//? note: cell 3 is taken back: all variables are as they were before it
x
//= (int) 2
