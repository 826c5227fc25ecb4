//# A cell that sends the session a signal that ends processes means itself at most: the session goes on.
#include <signal.h>
#include <unistd.h>
int x = 1;
x = 2; kill(getppid(), SIGTERM); usleep(200000);
x
