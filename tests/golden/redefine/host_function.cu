//# Host callers of a function that is defined again reach the new one.
int f() { return 1; }
int g() { return 10 * f(); }
g()
//= (int) 10
int f() { return 2; }
g()
//= (int) 20
f()
//= (int) 2
