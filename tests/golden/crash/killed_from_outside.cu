//# SIGKILL leaves no time to tell more than that it happened.
//@ flags = ["--checkpoint=off"]
#include <csignal>
#include <unistd.h>
kill(getpid(), SIGKILL);
//? error: cell 3 ended the executor: killed by SIGKILL (from outside)
//? note: a new executor runs with all definitions
1
//= (int) 1
