//# An exception that nothing catches ends a child that a cell has forked as it ends a program.
#include <sys/wait.h>
#include <unistd.h>
int status = 0;
if (int child = fork()) waitpid(child, &status, 0); else throw 5;
//? terminate called in a child of the cell: an exception was not caught
WTERMSIG(status) == SIGABRT
//= (bool) true
