//# A child that user code forks crashes alone.
#include <sys/wait.h>
#include <unistd.h>
int child_signal() {
  pid_t pid = fork();
  if (pid == 0) { *(volatile int *)0 = 1; }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}
child_signal()
//= (int) 11
