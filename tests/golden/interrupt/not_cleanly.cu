//# A cell that cannot be stopped cleanly is ended with its executor after a second, and what that costs is told; definitions stay.
#include <unistd.h>
struct Stubborn { ~Stubborn() { for (;;) pause(); } };
int x = 5;
int f() { return 7; }
{ Stubborn local; sleep(100); }
//! interrupt after 200 ms
x
f()
