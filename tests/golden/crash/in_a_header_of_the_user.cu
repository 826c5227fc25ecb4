//# A line of an included file, which is found in the working directory.
//@ flags = ["--checkpoint=off"]
#include "broken.h"
broken::run(0)
//? error: cell 2 ended the executor: killed by SIGSEGV (read of a null pointer)
//?   at ./broken.h:5 in `broken::run(int)`
//?   at cell 2:1
//? note: a new executor runs with all definitions
broken::run(1)
//= (int) 8
