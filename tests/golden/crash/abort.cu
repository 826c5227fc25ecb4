//# `abort` tells who called it.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
void give_up(int code) {
  if (code)
    abort();
}
give_up(0);
give_up(1);
//? error: cell 4 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 2:3 in `give_up(int)`
//?   at cell 4:1
//? note: a new executor runs with all definitions
give_up(0); 1
//= (int) 1
