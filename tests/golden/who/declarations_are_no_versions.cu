//# A declaration before or after the definition is no version of its own.
int f(int);
struct S; S *s;
%who -v
//= function  f  cell 1  int (int)
//= variable  s  cell 2  S *
//= type      S  cell 2  struct
int f(int x) { return x; }
struct S { int x; };
int f(int);
struct S;
%who -v
//= function  f  cell 3  int (int)
//= variable  s  cell 2  S *
//= type      S  cell 4  struct
%who -d f
//= function         f  cell 3  int (int)
//= used by nothing
//= uses nothing
