//# The thread that runs cells may end without the process; nothing would answer then.
//@ flags = ["--checkpoint=off"]
#include <pthread.h>
void leave() { pthread_exit(nullptr); }
leave();
//? error: cell 3 ended the executor: its main thread ended (`pthread_exit`, or a cancellation)
//? note: a new executor runs with all definitions
1
//= (int) 1
