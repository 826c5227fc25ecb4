//# `_` is as it was before a cell that is taken back; where the values are lost, so is it.
//@ devices = ["cpu"]
%checkpoint on
40
//= (int) 40
__builtin_trap();
//? error: cell 2 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 2:1
//? note: cell 2 is taken back: all variables are as they were before it
_ + 2
//= (int) 42
%checkpoint off
__builtin_trap();
//? error: cell 3 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 3:1
//? note: a new executor runs with all definitions
_
//? cell 4:1:1: error: use of undeclared identifier '_'
//?     1 | _
//?       | ^
//? hint: `_` is the value that was shown last: that of cell 2 is gone: the executor that had it has ended
%replay
//= (int) 40
//= (int) 42
_
//= (int) 42
