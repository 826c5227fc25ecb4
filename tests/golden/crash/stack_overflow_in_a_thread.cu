//# A thread that user code starts has a stack for handlers too.
//@ flags = ["--checkpoint=off"]
#include <thread>
int deep(int n) { return n + deep(n + 1) * 2; }
std::thread([] { deep(1); }).join();
//? error: cell 3 ended the executor: killed by SIGSEGV (stack overflow), in a thread that cell 3 started
//?   at cell 2:1 in `deep(int)`, 256 calls in a row
//?   … and more calls
//? note: a new executor runs with all definitions
std::thread([] { }).join(); 7
//= (int) 7
