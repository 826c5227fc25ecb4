//# `%%norun` links a cell for its definitions; `%save` puts it before cells that failed when they ran, and leaves out those that define nothing.
#include <stdexcept>
int later() { return 4; } int never = (throw std::runtime_error("no"), 1);
//? error: cell 2: uncaught exception `std::runtime_error`: no
throw 1;
//? error: cell 3: uncaught exception `int`: 1
later()
//= (int) 4
%save saved.cu
//? note: 3 cells written to `saved.cu`
%reset
%load saved.cu
//= (int) 4
later()
//= (int) 4
%%norun
int g() { return 5; } int z = later();
z
//= (int) 0
g()
//= (int) 5
%norun
//? error: usage: `%norun CELL`
