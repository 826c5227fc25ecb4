//# An exception thrown by a function of one cell is caught in another, with its type, through frames of several cells.
#include <stdexcept>
#include <string>
struct Failure : std::runtime_error { int code; Failure(int c) : std::runtime_error("failure " + std::to_string(c)), code(c) {} };
int checked(int x) { if (x < 0) throw Failure(x); return x; }
int unwound = 0; struct Guard { ~Guard() { ++unwound; } };
int through(int x) { Guard g; return checked(x) + 1; }
std::string caught; try { through(-7); } catch (const std::exception &e) { caught = e.what(); }
caught
//= (std::string) "failure -7"
try { through(-3); } catch (const Failure &f) { unwound += f.code * 100; }
unwound
//= (int) -298
through(1)
//= (int) 2
