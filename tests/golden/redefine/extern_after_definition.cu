//# `extern` names the variable that is there, whose definition stays; with another definition in the cell it goes with that.
int x = 5;
extern int x;
x
//= (int) 5
int a[3] = {1, 2, 3};
extern int a[];
a[1]
//= (int) 2
extern int x; int x = 6;
x
//= (int) 6
extern "C" int f(); int f() { return 1; }
int call() { return f(); }
extern "C" int f(); int f() { return 2; }
call()
//= (int) 2
int f(); int f() { return 3; }
call()
//= (int) 3
static int f = 4;
//? note: the `f` of cell 13 (`int ()`) is still used by `call`: its type has changed
f
//= (int) 4
