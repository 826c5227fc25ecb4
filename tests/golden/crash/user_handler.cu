//# A program may handle the signal itself: then nothing ends.
#include <csetjmp>
#include <csignal>
sigjmp_buf back;
void handler(int) { siglongjmp(back, 1); }
int probe(volatile int *p) {
  signal(SIGSEGV, handler);
  if (sigsetjmp(back, 1)) return -1;
  return *p;
}
probe(nullptr)
//= (int) -1
