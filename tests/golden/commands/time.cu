//# `%time` shows where a cell's time goes, and takes code, a whole cell, or all cells.
int x = 1;
%time x + 1
%%time
for (int i = 0; i < 3; ++i)
  x += i;
%time on
x
%time off
x
