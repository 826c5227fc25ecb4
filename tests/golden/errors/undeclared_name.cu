//# An undeclared name is told with its place in the cell.
int x = 3;
x +
  yy
x
