//# `extern` names the variable that is there, whose definition stays; with another definition in the cell it goes with that.
int x = 5;
extern int x;
x
int a[3] = {1, 2, 3};
extern int a[];
a[1]
extern int x; int x = 6;
x
extern "C" int f(); int f() { return 1; }
int call() { return f(); }
extern "C" int f(); int f() { return 2; }
call()
int f(); int f() { return 3; }
call()
static int f = 4;
f
