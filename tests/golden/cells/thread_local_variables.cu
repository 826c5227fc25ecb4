//# Each thread has its own copy of a `thread_local` variable; that of the session's thread keeps its value across cells.
#include <thread>
thread_local int counter = 5;
counter += 1; counter
//= (int) 6
int seen = 0; std::thread([] { counter += 10; seen = counter; }).join();
seen
//= (int) 15
counter
//= (int) 6
int bump() { thread_local int calls = 0; return ++calls; }
bump(); bump(); std::thread([] { seen = bump(); }).join();
seen
//= (int) 1
bump()
//= (int) 3
