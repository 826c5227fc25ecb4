//# A handler that swallows everything does not keep a cell alive: it is stopped again, wherever it goes on.
#include <unistd.h>
int caught = 0;
while (true) { try { usleep(100); } catch (...) { caught++; break; } } while (true) { };;
//! interrupt after 200 ms
//? error: cell 3 was interrupted; its state is kept
caught
//= (int) 1
