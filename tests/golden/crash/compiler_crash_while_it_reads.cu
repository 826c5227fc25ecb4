//# Clang crashes in the middle of a cell: what the cell defined before that is not there, and can be defined.
int half = 1;
int whole() {
#pragma clang __debug crash
  return 2;
}
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 2
half
//= (int) 1
int whole() { return 3; }
whole() + half
//= (int) 4
