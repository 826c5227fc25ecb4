//# A signal that was sent is told from one that an instruction caused.
//@ flags = ["--checkpoint=off"]
#include <csignal>
void signal_self(int number) { raise(number); }
signal_self(SIGSEGV);
//? error: cell 3 ended the executor: killed by SIGSEGV (sent by the program itself or from outside)
//?   at cell 2:1 in `signal_self(int)`
//?   at cell 3:1
//? note: a new executor runs with all definitions
signal_self(SIGTERM);
//? error: cell 4 ended the executor: killed by SIGTERM (asked to end)
//? note: a new executor runs with all definitions
1
//= (int) 1
