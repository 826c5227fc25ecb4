//# A crash of a static destructor at `%reset` is told; the session begins anew all the same.
struct Broken { ~Broken() { *(volatile int *)0 = 1; } } broken;
%reset
//? error: the executor ended while static destructors ran: killed by SIGSEGV (write to a null pointer)
//?   at cell 1:1 in `Broken::~Broken()`
1 + 1
//= (int) 2
