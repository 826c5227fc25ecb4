//# A function with another return type takes the name; callers compiled before keep the old function.
int f() { return 1; }
int old() { return f(); }
double f() { return 2.5; }
//? note: the `f` of cell 1 (`int ()`) is still used by `old`: its type has changed
f()
//= (double) 2.5
old()
//= (int) 1
