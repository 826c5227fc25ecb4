//# A third definition that has the second's type takes its place: callers of the second follow, callers of the first do not.
int f(int x) { return 1; }
int first() { return f(1); }
long f(int x) { return 2; }
//? note: the `f` of cell 1 (`int (int)`) is still used by `first`: its type has changed
long second() { return f(1); }
long f(int x) { return 3; }
second()
//= (long) 3
first()
//= (int) 1
long v = 1; extern "C" long c() { return 1; }
int v = 2; extern "C" int c() { return 2; }
int get() { return v + c(); }
int v = 3; extern "C" int c() { return 30; }
get()
//= (int) 33
