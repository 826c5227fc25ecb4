//# Ctrl-C leaves a loop with a progress bar; what is shown afterwards is whole.
#include <chevron/display.h>
for (auto i : chevron::progress(2, "long")) while (true) chevron::progress(100, "inner");;
//! interrupt after 300 ms
//? error: cell 2 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: cell 2 is taken back: all variables are as they were before it
chevron::display("whole");
//= "whole"
