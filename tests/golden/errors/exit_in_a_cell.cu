//# `exit` in a cell ends the executor with its status; the session says so and goes on.
#include <cstdlib>
int seven() { return 7; }
std::exit(3);
seven()
