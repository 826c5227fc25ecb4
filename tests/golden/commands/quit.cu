//# `%quit` ends the session in good order: static destructors run, nothing after it is read.
#include <cstdio>
struct Last { ~Last() { puts("destroyed"); } } last;
%quit
puts("never");
//= destroyed
