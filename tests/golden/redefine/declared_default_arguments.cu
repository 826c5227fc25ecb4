//# Default arguments of a declaration hold for the definitions after it; those of a definition go with it.
int f(int a, int b = 5);
int f(int a, int b) { return a + b; }
f(1)
int f(int a, int b) { return a * b; }
f(2)
int g(int a, int b = 6) { return a + b; }
g(1)
int g(int a, int b) { return a - b; }
g(1)
