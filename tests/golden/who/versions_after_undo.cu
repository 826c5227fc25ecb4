//# `%undo` shows the older version again.
int f() { return 1; }
int f() { return 2; }
int f() { return 3; }
%who -v
//= function  f  cell 3  int ()  version 3
%undo
//? note: cell 3 is taken back: `f` (that of cell 2 is back)
%who -v
//= function  f  cell 2  int ()  version 2
%undo 2
//? note: cells 1 to 2 are taken back: `f`, `f`
%who
//= nothing is defined
