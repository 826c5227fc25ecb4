//# An undeclared name is told with its place in the cell.
int x = 3;
x +
  yy
//? cell 2:2:3: error: use of undeclared identifier 'yy'
//?     2 |   yy
//?       |   ^~
x
//= (int) 3
