//# `%save` after `%undo` writes what is left, and `%undo` goes on working in the session that was loaded.
int f() { return 1; }
int f() { return 2; }
%undo
//? note: cell 2 is taken back: `f` (that of cell 1 is back)
%save saved.cu
//? note: 1 cell written to `saved.cu`
%reset
%load saved.cu
f()
//= (int) 1
int f() { return 3; }
f()
//= (int) 3
%undo 2
//? note: cells 3 to 4 are taken back: `f` (that of cell 1 is back)
f()
//= (int) 1
