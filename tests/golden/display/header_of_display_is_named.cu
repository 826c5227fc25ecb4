//# Who uses the rich display without its header is told which one it is; a program's own `display` is not in the way.
chevron::plot(3)
//? cell 1:1:10: error: no member named 'plot' in namespace 'chevron'
//?     1 | chevron::plot(3)
//?       |          ^~~~
//? hint: `chevron::plot` is in <chevron/display.h>: `#include <chevron/display.h>`, then enter the cell again
chevron::display(3)
//? cell 1:1:1: error: no matching conversion for functional-style cast from 'int' to 'chevron::display'
//?     1 | chevron::display(3)
//?       | ^~~~~~~~~~~~~~~~~~~
//? hint: `chevron::display` is in <chevron/display.h>: `#include <chevron/display.h>`, then enter the cell again
struct T { int x; }; int display(T t) { return t.x; } display(T{4})
//= (int) 4
