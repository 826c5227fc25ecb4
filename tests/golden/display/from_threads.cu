//# Threads show things too, and so do static destructors; a child process does not.
#include <thread>
#include <chevron/display.h>
std::thread worker([] { chevron::display("from a thread"); }); worker.join(); printf("joined\n");
//= "from a thread"
//= joined
if (fork() == 0) { chevron::display("a child is not the session"); _exit(0); }
chevron::display(1);
//= 1
struct AtEnd { ~AtEnd() { chevron::display("at the end"); } } at_end;
//= "at the end"
