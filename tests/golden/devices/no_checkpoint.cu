//# Of a session with several devices no checkpoint is made, and it does not hang for trying: definitions survive a crash, variables do not.
//@ devices = ["cpu"]
//@ count = 2
//@ flags = ["--checkpoint=on"]
int x = 5;
*(volatile int *)nullptr = 1;
//? error: cell 2 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 2:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`
//? note: there was no checkpoint to go back to: the session has several devices
int y = 6;
y
//= (int) 6
