//# Locks of OpenMP do not survive a copy of the process, so where a session has them and threads that use them, there is no checkpoint.
//@ devices = ["cpu"]
#include <omp.h>
%checkpoint on
int kept = 1;
omp_lock_t lock;
omp_init_lock(&lock);
*(volatile int *)8 = 1;
//? error: cell 5 ended the executor: killed by SIGSEGV (write to invalid address 0x8)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
#pragma omp parallel num_threads(4)
{
  omp_set_lock(&lock);
  ++kept;
  omp_unset_lock(&lock);
}
kept
//= (int) 5
*(volatile int *)8 = 1;
//? error: cell 7 ended the executor: killed by SIGSEGV (write to invalid address 0x8)
//?   at cell 7:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `kept`, `lock`
//? note: there was no checkpoint to go back to: 3 threads of the program were running
kept
//= (int) 1
