//# A cell that cannot be stopped cleanly, so that its executor is ended, is taken back as well.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <unistd.h>
struct Stubborn { ~Stubborn() { for (;;) pause(); } };
int x = 5;
{ x = 6; Stubborn local; sleep(100); };;
//! interrupt after 200 ms
//! interrupt after 100 ms
//? error: cell 4 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: cell 4 is taken back: all variables are as they were before it
x
//= (int) 5
struct Stubborn { ~Stubborn() {} };
x
//= (int) 5
