//# A struct defined again is another type: old code and old variables keep the old one.
struct S { int value = 1; };
S old;
int get(S s) { return s.value; }
struct S { double value = 2.5; };
S{}.value
//= (double) 2.5
get(old)
//= (int) 1
//? note: `old` is of the `S` of cell 1, which cell 4 defines anew
old.value
//= (int) 1
//? note: `old` is of the `S` of cell 1, which cell 4 defines anew
