//# A variable of another type takes the name; functions compiled before keep the old variable.
int x = 1;
int get() { return x; }
double x = 2.5;
//? note: the `x` of cell 1 (`int`) is still used by `get`: its type has changed
x
//= (double) 2.5
get()
//= (int) 1
