//# Ctrl-C leaves a loop with a progress bar; what is shown afterwards is whole.
#include <chevron/display.h>
for (auto i : chevron::progress(2, "long")) while (true) chevron::progress(100, "inner");;
//! interrupt after 300 ms
//? long: 0 of 2 in … ms, ended early
//? error: cell 2 was interrupted; its state is kept
chevron::display("whole");
//= "whole"
int one = 1; while (true) chevron::update_display("endless", chevron::MimeBundle());;
//! interrupt after 100 ms
//? error: cell 4 was interrupted; its state is kept
one
//= (int) 1
