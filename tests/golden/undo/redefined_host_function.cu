//# `%undo` of a host function's second definition: its callers follow back.
int f() { return 1; }
int g() { return 10 * f(); }
int f() { return 2; }
%undo
//? note: cell 3 is taken back: `f` (that of cell 1 is back)
g()
//= (int) 10
