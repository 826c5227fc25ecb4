//# Pragmas of OpenMP are statements of a cell, typed line by line: loops, reductions, critical sections, tasks, teams of a given size.
#include <omp.h>
_OPENMP > 201811
//= (bool) true
omp_set_num_threads(3);
long sum = 0;
#pragma omp parallel for reduction(+ : sum)
for (int i = 1; i <= 1000; ++i)
  sum += i;
sum
//= (long) 500500
int seen = 0;
#pragma omp parallel
{
#pragma omp critical
  seen += omp_get_num_threads();
}
seen
//= (int) 9
// A loop in a function, and what its threads share.
double dot(const double *a, const double *b, int n) {
  double result = 0;
#pragma omp parallel for simd reduction(+ : result) schedule(static, 4)
  for (int i = 0; i < n; ++i)
    result += a[i] * b[i];
  return result;
}
double ones[100];
#pragma omp parallel for \
    num_threads(2)
for (double &it : ones) it = 1;
dot(ones, ones, 100)
//= (double) 100.0
int visits = 0;
#pragma omp parallel
#pragma omp single
{
  for (int i = 0; i < 10; ++i) {
#pragma omp task firstprivate(i)
    {
#pragma omp atomic
      visits += i;
    }
  }
#pragma omp taskwait
}
visits
//= (int) 45
int one = 0, two = 0;
#pragma omp parallel sections
{
#pragma omp section
  one = 1;
#pragma omp section
  two = 2;
}
one + two
//= (int) 3
// Types, lambdas and static variables of a region.
int counted = 0;
#pragma omp parallel num_threads(4)
{
  struct Step {
    int by;
    int of() const { return by + 1; }
  };
  static int calls = 0;
  auto twice = [](int x) { return 2 * x; };
#pragma omp critical
  counted += twice(Step{1}.of()) + (++calls > 4);
}
counted
//= (int) 16
// Each thread has its own, and the thread of the cells keeps the one that there was.
int own = 5;
#pragma omp threadprivate(own)
#pragma omp parallel num_threads(3) copyin(own)
own += omp_get_thread_num();
own
//= (int) 5
struct Extent { int low = 1000, high = -1000; };
#pragma omp declare reduction(widen : Extent : omp_out.low = omp_in.low < omp_out.low ? omp_in.low : omp_out.low, omp_out.high = omp_in.high > omp_out.high ? omp_in.high : omp_out.high)
Extent extent;
#pragma omp parallel for reduction(widen : extent)
for (int i = -7; i < 9; ++i) {
  if (i < extent.low) extent.low = i;
  if (i > extent.high) extent.high = i;
}
extent
//= (Extent) {low: -7, high: 8}
#pragma omp parallel for
for (int i = 0; i < 3; ++i) undeclared(i);
//? cell 32:2:29: error: use of undeclared identifier 'undeclared'
//?     2 | for (int i = 0; i < 3; ++i) undeclared(i);
//?       |                             ^~~~~~~~~~
#pragma omp parallel for
int not_a_loop = 1;
//? cell 32:2:1: error: statement after '#pragma omp parallel for' must be a for loop
//?     2 | int not_a_loop = 1;
//?       | ^
sum
//= (long) 500500
