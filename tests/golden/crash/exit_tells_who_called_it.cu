//# `exit` far below a cell: the status and the calls.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
void leave(int status) {
  std::exit(status);
}
void work(int n) { if (n > 2) leave(n); }
work(2);
work(3);
//? error: cell 5 ended the executor: exited with status 3
//?   at cell 2:2 in `leave(int)`
//?   at cell 3:1 in `work(int)`
//?   at cell 5:1
//? note: a new executor runs with all definitions
work(1); 5
//= (int) 5
