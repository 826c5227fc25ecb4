//# A variable of the same type defined again is a new one; functions that use it follow.
int x = 1;
int *old = &x;
int get() { return x; }
int x = 2;
get()
//= (int) 2
*old
//= (int) 1
x = 3; get()
//= (int) 3
