//# An assertion at top level is in no function, which nobody needs to be told.
#include <cassert>
int x = 5;
assert(x == 5);
assert(x == 5)
