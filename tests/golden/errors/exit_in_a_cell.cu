//# `exit` in a cell ends the executor with its status; the session says so and goes on.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
int seven() { return 7; }
std::exit(3);
//? error: cell 3 ended the executor: exited with status 3
//?   at cell 3:1
//? note: a new executor runs with all definitions
seven()
//= (int) 7
