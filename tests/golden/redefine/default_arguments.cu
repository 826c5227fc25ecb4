//# Default arguments of the newest definition hold for calls written from then on.
int f(int x = 1) { return x; }
int g() { return f(); }
int f(int x = 2) { return 10 * x; }
f()
//= (int) 20
g()
//= (int) 10
