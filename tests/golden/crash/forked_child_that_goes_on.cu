//# A child that a cell forks ends with the cell, whatever it comes to: the session goes on with its parent.
#include <sys/wait.h>
#include <unistd.h>
int x = 1, status = -1;
pid_t pid = fork(); if (pid == 0) { x = 100; printf("the child\n"); } else waitpid(pid, &status, 0);
//= the child
WIFEXITED(status) && WEXITSTATUS(status) == 0
//= (bool) true
x
//= (int) 1
if ((pid = fork()) == 0) throw 5; else waitpid(pid, &status, 0);
//? terminate called in a child of the cell: an exception was not caught
WTERMSIG(status) == SIGABRT
//= (bool) true
if ((pid = fork()) == 0) _exit(7);
waitpid(pid, &status, 0); WEXITSTATUS(status)
//= (int) 7
__global__ void k(int *p) { *p += 1; }
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
