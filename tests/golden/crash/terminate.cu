//# `std::terminate` for no exception, and a handler of the user's.
//@ flags = ["--checkpoint=off"]
#include <exception>
#include <cstdio>
#include <cstdlib>
std::terminate();
//? error: cell 4 ended the executor: killed by SIGABRT (`std::terminate` was called)
//?   at cell 4:1
//? note: a new executor runs with all definitions
std::set_terminate([] { std::puts("my handler"); std::abort(); });
std::terminate();
//? error: cell 6 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 5:1 in `lambda()::operator()() const`
//?   at cell 5:1 in `lambda()::__invoke()`
//?   at cell 6:1
//? note: a new executor runs with all definitions
1
//= (int) 1
