//# A variable of a type that was defined anew keeps the old one: that is told when it is used or shown, once in each cell, and by `%who`.
struct P { int x = 1; };
P old; P other;
struct P { double x = 2.5; };
old
//= (P) {x: 1}
//? note: `old` is of the `P` of cell 1, which cell 3 defines anew
old.x + old.x + other.x
//= (int) 3
//? note: `old` is of the `P` of cell 1, which cell 3 defines anew
//? note: `other` is of the `P` of cell 1, which cell 3 defines anew
int unrelated = 1;
P fresh;
fresh.x
//= (double) 2.5
auto copy = old;
//? note: `old` is of the `P` of cell 1, which cell 3 defines anew
%who -v
//= variable  old        cell 2  P       of the `P` of cell 1, which cell 3 defines anew
//= variable  other      cell 2  P       of the `P` of cell 1, which cell 3 defines anew
//= variable  unrelated  cell 6  int
//= variable  fresh      cell 7  P
//= variable  copy       cell 9  P       of the `P` of cell 1, which cell 3 defines anew
//= type      P          cell 3  struct  version 2
%who -d P
//= type          P      cell 3  struct                       version 2
//= used by
//=   variable    old    cell 2  keeps the version of cell 1
//=   variable    other  cell 2  keeps the version of cell 1
//=   variable    fresh  cell 7
//=   variable    copy   cell 9  keeps the version of cell 1
//= uses nothing
