//# A pipe has nothing to take away: what was shown stays, in order, whether the cell waits or not.
#include <chevron/display.h>
for (int i = 0; i < 2; i++) { chevron::clear_output(true); printf("step %d\n", i); }
//= step 0
//= step 1

chevron::display(1); chevron::clear_output(); chevron::display(2);
//= 1
//= 2
for (auto i : chevron::progress(2)) { chevron::clear_output(); if (i == 1) printf("half\n"); }
//= half
//? 2 of 2 in … ms

chevron::clear_output();
