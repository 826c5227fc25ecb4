//# Declarations, definitions, statements and a value of one cell take effect in the order in which they are written.
#include <cstdio>
int x = 1; printf("x is %d\n", x); x = 5; int y = x + 1; printf("y is %d\n", y); int next(int v) { return v + 1; } y = next(y); x + y
//= x is 1
//= y is 6
//= (int) 12
struct Box { int v; }; Box b{y}; b.v *= 2; auto doubled = b.v; printf("%d\n", doubled); doubled == 2 * y
//= 14
//= (bool) true
