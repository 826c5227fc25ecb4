//# Ctrl-C ends a parallel region that goes on for ever with the executor, because its threads cannot be stopped one by one; the session goes on.
//@ devices = ["cpu"]
//@ flags = ["--checkpoint=on"]
#include <omp.h>
volatile int sink = 0;
int kept = 3;
#pragma omp parallel num_threads(2)
for (;;) sink = 1;
//! interrupt after 300 ms
//? error: cell 4 was interrupted: it could not be stopped cleanly, so the executor was ended
//? note: cell 4 is taken back: all variables are as they were before it
kept
//= (int) 3
int sum = 0;
#pragma omp parallel for reduction(+ : sum)
for (int i = 0; i < 10; ++i) sum += i;
sum
//= (int) 45
