//# Libraries that were loaded, lambdas that were kept and exceptions that pass them work after a crash as before.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <functional>
#include <stdexcept>
std::function<int(int)> g = [](int x) { if (x < 0) throw std::runtime_error("negative"); return x * 2; };
g(2)
//= (int) 4
abort();
//? error: cell 5 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
g(3)
//= (int) 6
g(-1)
//? error: cell 6: uncaught exception `std::runtime_error`: negative
int catches() { try { return g(-1); } catch (std::exception &error) { return -5; } }
catches()
//= (int) -5
abort();
//? error: cell 9 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 9:1
//? note: cell 9 is taken back: all variables are as they were before it
catches()
//= (int) -5
