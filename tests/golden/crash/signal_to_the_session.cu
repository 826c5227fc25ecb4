//# A cell that sends the session a signal that ends processes means itself at most: the session goes on.
#include <signal.h>
#include <unistd.h>
int x = 1;
x = 2; kill(getppid(), SIGTERM); usleep(200000);
//? note: a cell has sent a signal to the session, which goes on
x
//= (int) 2
