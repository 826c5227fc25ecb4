//# Default arguments of a declaration hold for the definitions after it; those of a definition go with it.
int f(int a, int b = 5);
int f(int a, int b) { return a + b; }
f(1)
//= (int) 6
int f(int a, int b) { return a * b; }
f(2)
//= (int) 10
int g(int a, int b = 6) { return a + b; }
g(1)
//= (int) 7
int g(int a, int b) { return a - b; }
g(1)
//? cell 9:1:1: error: no matching function for call to 'g'
//?     1 | g(1)
//?       | ^
//? cell 8:1:5: note: candidate function not viable: requires 2 arguments, but 1 was provided
//?     1 | int g(int a, int b) { return a - b; }
//?       |     ^ ~~~~~~~~~~~~
