//# `%undo` of a variable's second definition gives the first one back, with its value.
int x = 1;
int get() { return x; }
x = 5;
int x = 2;
get()
//= (int) 2
%undo 2
//? note: cells 4 to 5 are taken back: `x` (that of cell 1 is back)
get() + x
//= (int) 10
