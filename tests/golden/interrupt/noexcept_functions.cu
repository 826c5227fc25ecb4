//# A cell that waits in a function that lets no exception out, such as a destructor, is stopped without the executor's end.
#include <unistd.h>
int x = 5;
struct Said { const char *what; ~Said() { printf("%s\n", what); } };
struct Slow { ~Slow() { sleep(100); } };
void wait() noexcept { Said inner{"inner"}; sleep(100); }
Said outer{"outer"}; wait(); x = 0;;
//! interrupt after 200 ms
//? error: cell 6 was interrupted; its state is kept, but what its functions had locally was not destroyed
{ Slow slow; } x = 0;;
//! interrupt after 200 ms
//? error: cell 7 was interrupted; its state is kept, but what its functions had locally was not destroyed
x
//= (int) 5
//= outer
