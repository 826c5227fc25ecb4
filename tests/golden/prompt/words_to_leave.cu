//# `quit`, as people type it, ends the session in good order.
#include <cstdio>
struct Last { ~Last() { puts("destroyed"); } } last;
quit();
puts("never");
//= destroyed
