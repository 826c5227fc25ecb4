//# `_exit`, `_Exit` and `quick_exit` run no handlers of the process, and are told as well.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
#include <unistd.h>
_exit(4);
//? error: cell 3 ended the executor: exited with status 4
//?   at cell 3:1
//? note: a new executor runs with all definitions
std::_Exit(5);
//? error: cell 4 ended the executor: exited with status 5
//?   at cell 4:1
//? note: a new executor runs with all definitions
std::quick_exit(6);
//? error: cell 5 ended the executor: exited with status 6
//?   at cell 5:1
//? note: a new executor runs with all definitions
1
//= (int) 1
