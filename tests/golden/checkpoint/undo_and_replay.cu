//# `%undo` and `%replay` after a crash count the cells that are there.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int x = 1;
x = 2;
x = 3; abort();
//? error: cell 3 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 3:1
//? note: cell 3 is taken back: all variables are as they were before it
int y = 4;
%undo
//? note: cell 3 is taken back: `y`
x
//= (int) 2
%undo 2
//? note: cells 2 to 3 are taken back: `x = 2;`
x
//= (int) 2
x = 10;
abort();
//? error: cell 4 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 4:1
//? note: cell 4 is taken back: all variables are as they were before it
%replay
//= (int) 1
x
//= (int) 10
