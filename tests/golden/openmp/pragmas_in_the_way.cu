//# A pragma of a loop belongs to the loop's cell, and one that stands alone does not wait for another line.
#include <omp.h>
struct Counter { int value = 0; };
Counter counter;
#pragma omp declare reduction(add : Counter : omp_out.value += omp_in.value)
counter.value
//= (int) 0
#pragma omp parallel for reduction(add : counter) num_threads(2)

for (int i = 0; i < 8; ++i)

  counter.value += i;
counter.value
//= (int) 28
#pragma omp parallel for
;;
//? cell 8:2:1: error: statement after '#pragma omp parallel for' must be a for loop
//?     2 | ;;
//?       | ^
#define LOOP _Pragma("omp parallel for num_threads(2)") for
int squares[5];
LOOP (int i = 0; i < 5; ++i) squares[i] = i * i;
squares
//= (int[5]) {0, 1, 4, 9, 16}
-squares[2]
//= (int) -4
#pragma omp simd
for (int i = 0; i < 5; ++i) squares[i] += 1;
squares
//= (int[5]) {1, 2, 5, 10, 17}
