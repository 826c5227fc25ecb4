//# Another signature is an overload; defining one again leaves the others.
int f(int) { return 1; }
int f(double) { return 2; }
int caller() { return 10 * f(0) + f(0.0); }
caller()
//= (int) 12
int f(double) { return 3; }
caller()
//= (int) 13
f(0)
//= (int) 1
