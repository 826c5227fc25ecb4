//# An executor that stops itself would never answer again.
//@ flags = ["--checkpoint=off"]
#include <csignal>
raise(SIGSTOP);
//? error: cell 2 ended the executor: was stopped (SIGSTOP) and did not answer
//? note: a new executor runs with all definitions
1
//= (int) 1
