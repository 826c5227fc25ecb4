//# What the cell declared is gone with it, and its number is used again: as if it had not been typed.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
int kept = 1;
struct Point { int x, y; }; int extra = 2; void g() {} __device__ int d; *(volatile int *)0 = 1;
//? error: cell 2 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
extra
//? cell 2:1:1: error: use of undeclared identifier 'extra'
//?     1 | extra
//?       | ^~~~~
Point{1, 2}.x
//? cell 2:1:1: error: use of undeclared identifier 'Point'
//?     1 | Point{1, 2}.x
//?       | ^~~~~
%who
//= variables  kept
int extra = 5; struct Point { double r; };
extra
//= (int) 5
%undo 2
//? note: cells 2 to 3 are taken back: `Point`, `extra`
kept
//= (int) 1
