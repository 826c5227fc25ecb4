//# `%checkpoint off`: a crash costs the values of variables and the definitions stay, as without a checkpoint; `%checkpoint` alone tells how it is.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int x = 1;
%checkpoint off
x = 2;
%checkpoint
//= checkpoint is off
int y = 3; abort();
//? error: cell 3 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 3:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`, `y`
x
//= (int) 1
y
//= (int) 3
%checkpoint on
x = 7;
x = 8; abort();
//? error: cell 7 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 7:1
//? note: cell 7 is taken back: all variables are as they were before it
x
//= (int) 7
%checkpoint auto
%checkpoint on
x = 9; abort();
//? error: cell 8 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
x
//= (int) 7
%checkpoint sometimes
//? error: usage: `%checkpoint [auto|on|off]`
