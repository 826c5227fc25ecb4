//# A failed assertion is repeated in the one line about the executor's end.
//@ flags = ["--checkpoint=off"]
#include <cassert>
int checked(int x) {
  assert(x > 0);
  return x;
}
checked(-1)
//? chevron-executor: cell 2:2: int checked(int): Assertion `x > 0' failed.
//? error: cell 3 ended the executor: killed by SIGABRT (abort: cell 2:2: int checked(int): Assertion `x > 0' failed.)
//?   at cell 2:2 in `checked(int)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
checked(1)
//= (int) 1
