//# `%undo` takes back the last cell or the last N: their names are gone, the numbers are given again, what ran stays done.
int x = 5;
int f() { return x; }
x += 1;
int g() { return 10 * f(); }
g()
//= (int) 60
%undo 2
//? note: cells 4 to 5 are taken back: `g`
g()
//? cell 4:1:1: error: use of undeclared identifier 'g'
//?     1 | g()
//?       | ^
x
//= (int) 6
%who -v
//= function  f  cell 2  int ()
//= variable  x  cell 1  int
no_such_name
//? cell 5:1:1: error: use of undeclared identifier 'no_such_name'
//?     1 | no_such_name
//?       | ^~~~~~~~~~~~
%undo 1
//? note: cell 4 is taken back: `x`
f()
//= (int) 6
%undo 0
//? error: usage: `%undo [N]`
%undo two
//? error: usage: `%undo [N]`
%undo 9
//? error: there are only 4 cells; nothing was taken back
%undo 4
//? note: cells 1 to 4 are taken back: `x`, `f`, `x += 1;`
%undo
//? error: there is no cell to take back
