//# Integer division by zero, in an inlined function in a loop that the optimiser worked on.
//@ flags = ["--checkpoint=off"]
inline int ratio(int a, int b) { return a / b; }
int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += ratio(100, values[i]);
  return total;
}
int values[4] = {1, 2, 0, 4};
sum(values, 2)
//= (int) 150
sum(values, 4)
//? error: cell 5 ended the executor: killed by SIGFPE (arithmetic error such as an integer division by zero)
//?   at cell 1:1 in `ratio(int, int)`
//?   at cell 2:4 in `sum(int const*, int)`
//?   at cell 5:1
//? note: a new executor runs with all definitions; the values of these variables are lost: `values`
