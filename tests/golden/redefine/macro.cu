//# A macro defined again holds for what is written from then on, without a warning.
#define N 1
int f() { return N; }
#define N 2
10 * f() + N
//= (int) 12
