//# A trap in host code.
//@ flags = ["--checkpoint=off"]
int checked(int x) {
  if (x < 0) __builtin_trap();
  return x;
}
checked(1)
//= (int) 1
checked(-1)
//? error: cell 3 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 1:2 in `checked(int)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
