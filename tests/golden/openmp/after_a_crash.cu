//# After a cell that ends the executor, parallel regions work in what takes its place; with a checkpoint, what was set is set still.
//@ devices = ["cpu"]
#include <omp.h>
%checkpoint on
omp_set_num_threads(5);
int sum = 0;
#pragma omp parallel for reduction(+ : sum)
for (int i = 0; i < 100; ++i)
  sum += i;
*(volatile int *)8 = 1;
//? error: cell 5 ended the executor: killed by SIGSEGV (write to invalid address 0x8)
//?   at cell 5:1
//? note: cell 5 is taken back: all variables are as they were before it
sum
//= (int) 4950
#pragma omp parallel
{
#pragma omp critical
  sum += omp_get_num_threads();
}
sum
//= (int) 4975
// It may happen in the threads themselves.
#pragma omp parallel num_threads(3)
{
#pragma omp barrier
  if (omp_get_thread_num() == 2)
    *(volatile int *)16 = 1;
#pragma omp barrier
}
//? error: the executor ended while cell 8 ran: killed by SIGSEGV (write to invalid address 0x10), in a thread that cell 6 started
//?   at cell 8:5
//? note: cell 8 is taken back: all variables are as they were before it
omp_get_max_threads()
//= (int) 5
%checkpoint off
*(volatile int *)8 = 1;
//? error: cell 9 ended the executor: killed by SIGSEGV (write to invalid address 0x8)
//?   at cell 9:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `sum`
int again = 0;
#pragma omp parallel num_threads(4) reduction(+ : again)
again += 1;
again
//= (int) 4
