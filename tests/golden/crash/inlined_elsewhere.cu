//# Sections of an object all begin at 0: what is inlined into a function of another section at the same offset is not taken for the function that crashed.
//@ flags = ["--checkpoint=off"]
#include <cstdlib>
#include <string>
template <class T> T drain(T n) { auto step = [&](int by) __attribute__((always_inline)) { n += by; n *= 5; n ^= 77; }; step(1); step(2); step(3); step(4); return n; } int drained = drain(3); std::string three = std::to_string(3); void fail(int n) { volatile int steps = n; steps = steps * 3; steps = steps * 3; if (steps > 1) abort(); }
fail(3);
//? error: cell 4 ended the executor: killed by SIGABRT (`abort` was called)
//?   at cell 3:1 in `fail(int)`
//?   at cell 4:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `drained`, `three`
