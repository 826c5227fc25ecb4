//# An exception thrown by a function of one cell is caught in another, with its type, through frames of several cells.
#include <stdexcept>
#include <string>
struct Failure : std::runtime_error { int code; Failure(int c) : std::runtime_error("failure " + std::to_string(c)), code(c) {} };
int checked(int x) { if (x < 0) throw Failure(x); return x; }
//? error: cell 4: nothing defines `std::allocator<char>::allocate(unsigned long)`, `std::allocator<char>::deallocate(char*, unsigned long)`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
int unwound = 0; struct Guard { ~Guard() { ++unwound; } };
int through(int x) { Guard g; return checked(x) + 1; }
//? cell 5:1:38: error: use of undeclared identifier 'checked'
//?     1 | int through(int x) { Guard g; return checked(x) + 1; }
//?       |                                      ^~~~~~~
std::string caught; try { through(-7); } catch (const std::exception &e) { caught = e.what(); }
//? cell 5:1:27: error: use of undeclared identifier 'through'
//?     1 | std::string caught; try { through(-7); } catch (const std::exception &e) { caught = e.what(); }
//?       |                           ^~~~~~~
caught
//? cell 5:1:1: error: use of undeclared identifier 'caught'
//?     1 | caught
//?       | ^~~~~~
try { through(-3); } catch (const Failure &f) { unwound += f.code * 100; }
//? cell 5:1:7: error: use of undeclared identifier 'through'
//?     1 | try { through(-3); } catch (const Failure &f) { unwound += f.code * 100; }
//?       |       ^~~~~~~
unwound
//= (int) 0
through(1)
//? cell 6:1:1: error: use of undeclared identifier 'through'
//?     1 | through(1)
//?       | ^~~~~~~
