//# The user's `wait` never finds a checkpoint, and a child that user code forks is none.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <cerrno>
#include <sys/wait.h>
#include <unistd.h>
int x = 1;
x = 2;
wait(nullptr) == -1 && errno == ECHILD
//= (bool) true
pid_t child = fork(); if (child == 0) _exit(7);
int status = 0; waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7
//= (bool) true
x = 3; child = fork(); abort();
//? error: cell 9 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 9:1
//? note: cell 9 is taken back: all variables are as they were before it
x
//= (int) 2
