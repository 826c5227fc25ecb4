//# Regions of older cells call the newest definitions; what is taken back comes back.
int weight(int i) { return i; }
int total(int n) {
  int sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += weight(i);
  return sum;
}
total(5)
//= (int) 10
int weight(int i) { return 10 * i; }
total(5)
//= (int) 100
%undo 2
//? note: cells 4 to 5 are taken back: `weight` (that of cell 1 is back)
total(5)
//= (int) 10
template <typename T> T product(T n) {
  T result = 1;
#pragma omp parallel for num_threads(2) reduction(* : result)
  for (T i = 1; i <= n; ++i)
    result *= i;
  return result;
}
product(5)
//= (int) 120
product(6L)
//= (long) 720
int entered = 0;
void enter() {
#pragma omp parallel num_threads(4)
  {
#pragma omp critical(door)
    ++entered;
  }
}
enter();
// The same critical section of another cell.
#pragma omp parallel num_threads(4)
{
#pragma omp critical(door)
  ++entered;
}
entered
//= (int) 8
