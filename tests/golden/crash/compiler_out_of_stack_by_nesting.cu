//# Input nested so deeply that clang runs out of stack, in ways of which its own limits catch none.
int before = 4;
#define P10 **********
#define P100 P10 P10 P10 P10 P10 P10 P10 P10 P10 P10
#define P1000 P100 P100 P100 P100 P100 P100 P100 P100 P100 P100
#define P10000 P1000 P1000 P1000 P1000 P1000 P1000 P1000 P1000 P1000 P1000
int P10000 P10000 P10000 P10000 P10000 P10000 P10000 P10000 P10000 P10000 pointer;
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 6
#define I10 if (a) if (a) if (a) if (a) if (a) if (a) if (a) if (a) if (a) if (a)
#define I100 I10 I10 I10 I10 I10 I10 I10 I10 I10 I10
#define I1000 I100 I100 I100 I100 I100 I100 I100 I100 I100 I100
#define I10000 I1000 I1000 I1000 I1000 I1000 I1000 I1000 I1000 I1000 I1000
void nested(int a) { I10000 I10000 I10000 a = 1; }
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 10
before
//= (int) 4
