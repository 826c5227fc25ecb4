//# A rejected cell and `%undo` one after the other: each begins with the ASTs that the other left.
int f() { return 1; }
int f() { return 2; }
f(1)
//? cell 3:1:1: error: no matching function for call to 'f'
//?     1 | f(1)
//?       | ^
//? cell 2:1:5: note: candidate function not viable: requires 0 arguments, but 1 was provided
//?     1 | int f() { return 2; }
//?       |     ^
%undo
//? note: cell 2 is taken back: `f` (that of cell 1 is back)
f()
//= (int) 1
nope
//? cell 3:1:1: error: use of undeclared identifier 'nope'
//?     1 | nope
//?       | ^~~~
%undo 1
//? note: cell 2 is taken back: `f()`
int f() { return 5; } int g() { return f(); }
g()
//= (int) 5
