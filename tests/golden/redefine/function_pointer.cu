//# A pointer taken before a function is defined again points to the old one; one taken after, to the new one.
int f() { return 1; }
int (*before)() = f;
int f() { return 2; }
int (*after)() = f;
10 * before() + after()
//= (int) 12
