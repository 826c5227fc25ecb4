//# One frame larger than the whole stack misses the guard page by far.
//@ flags = ["--checkpoint=off"]
int sum(int n) {
  volatile char big[64 << 20];
  big[0] = n;
  return big[0];
}
sum(1)
//? error: cell 2 ended the executor: killed by SIGSEGV (stack overflow)
//?   at cell 1:3 in `sum(int)`
//?   at cell 2:1
//? note: a new executor runs with all definitions
1 + 1
//= (int) 2
