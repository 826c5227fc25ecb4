//# A wild pointer is told by cell, line and the calls that led there; what was defined stays, the variable is named as lost.
//@ flags = ["--checkpoint=off"]
int value = 5;
void poke(int *p) {
  int *copy = p;
  *copy = 1;
}
void outer(int *p) { poke(p); }
value = 6;
outer(nullptr);
//? error: cell 5 ended the executor: killed by SIGSEGV (write to a null pointer)
//?   at cell 2:3 in `poke(int*)`
//?   at cell 3:1 in `outer(int*)`
//?   at cell 5:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `value`
value
//= (int) 5
