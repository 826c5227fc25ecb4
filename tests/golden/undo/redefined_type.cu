//# `%undo` of a struct's second definition gives the first one back.
struct S { int value = 1; };
struct S { double value = 2.5; };
%undo
//? note: cell 2 is taken back: `S` (that of cell 1 is back)
S{}.value
//= (int) 1
