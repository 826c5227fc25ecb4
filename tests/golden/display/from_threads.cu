//# Threads show things too, those of the cell itself while it waits for them.
#include <thread>
#include <chevron/display.h>
std::thread worker([] { chevron::display("from a thread"); }); worker.join(); printf("joined\n");
//= "from a thread"
//= joined
if (fork() == 0) { chevron::display("a child is not the session"); _exit(0); }
chevron::display(1);
//= 1
