//# `%who -d` of an overloaded name tells about all of them; who uses one is told once.
int sum(int a) { return a; }
int sum(double a) { return 2; }
int f() { return sum(1); }
int g() { return sum(1.0) + sum(1); }
%who -d sum
//= function      sum  cell 1  int (int)
//= function      sum  cell 2  int (double)
//= used by
//=   function    f    cell 3
//=   function    g    cell 4
//= uses nothing
