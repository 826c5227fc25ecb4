//# A cell that cannot be stopped cleanly is ended with its executor after a second, and what that costs is told; definitions stay.
//@ flags = ["--checkpoint=off"]
#include <unistd.h>
struct Stubborn { ~Stubborn() { for (;;) pause(); } };
int x = 5;
int f() { return 7; }
{ Stubborn local; sleep(100); };;
//! interrupt after 200 ms
//? error: cell 5 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: a new executor runs with all definitions; the values of these variables are lost: `x`
x
//= (int) 5
f()
//= (int) 7
