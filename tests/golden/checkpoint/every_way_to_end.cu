//# Whatever ends the executor, the state before it comes back: faults, signals, `exit` and its kin, exceptions that nobody can catch.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <csignal>
#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <thread>
#include <unistd.h>
int n = 0;
++n; std::abort();
//? error: cell 8 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; std::exit(3);
//? error: cell 8 ended the executor: exited with status 3
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; _exit(4);
//? error: cell 8 ended the executor: exited with status 4
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; std::quick_exit(5);
//? error: cell 8 ended the executor: exited with status 5
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; std::terminate();
//? error: cell 8 ended the executor: killed by SIGABRT (`std::terminate` was called)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; raise(SIGKILL);
//? error: cell 8 ended the executor: killed by SIGKILL (from outside)
//? note: cell 8 is taken back: all variables are as they were before it
++n; raise(SIGSEGV);
//? error: cell 8 ended the executor: killed by SIGSEGV (sent by the program itself or from outside)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; raise(SIGSTOP);
//? error: cell 8 ended the executor: was stopped (SIGSTOP) and did not answer
//? note: cell 8 is taken back: all variables are as they were before it
++n; pthread_exit(nullptr);
//? error: cell 8 ended the executor: its main thread ended (`pthread_exit`, or a cancellation)
//? note: cell 8 is taken back: all variables are as they were before it
++n; __builtin_trap();
//? error: cell 8 ended the executor: killed by SIGILL (illegal instruction: a trap, or a function that ended without `return`)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
int deep(int k) { return k + deep(k + 1) * 2; } n += deep(1);
//? error: cell 8 ended the executor: killed by SIGSEGV (stack overflow)
//?   at cell 8:1 in `deep(int)`, 256 calls in a row
//?   … and more calls
//? note: cell 8 is taken back: all variables are as they were before it
void no() noexcept { throw 1; } ++n; no();
//? cell 8:1:22: warning: 'no' has a non-throwing exception specification but can still throw [-Wexceptions]
//?     1 | void no() noexcept { throw 1; } ++n; no();
//?       |                      ^
//? cell 8:1:6: note: function declared non-throwing here
//?     1 | void no() noexcept { throw 1; } ++n; no();
//?       |      ^    ~~~~~~~~
//? error: cell 8 ended the executor: killed by SIGABRT (uncaught exception `int`: 1; `std::terminate` was called)
//?   at cell 8:1 in `no()`
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
++n; std::thread([] { throw 2; }).join();
//? error: cell 8 ended the executor: killed by SIGABRT (uncaught exception `int`: 2; `std::terminate` was called), in a thread that cell 8 started
//?   at cell 8:1 in `lambda()::operator()() const`
//? note: cell 8 is taken back: all variables are as they were before it
++n; char *c = new char[8]; free(c + 1);
//? free(): invalid pointer
//? error: cell 8 ended the executor: killed by SIGABRT (abort: free(): invalid pointer)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
volatile int zero = 0; n += 1 / zero;
//? error: cell 8 ended the executor: killed by SIGFPE (arithmetic error such as an integer division by zero)
//?   at cell 8:1
//? note: cell 8 is taken back: all variables are as they were before it
n
//= (int) 0
