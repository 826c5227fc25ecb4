//# One line may hold declarations, statements and a value; the value comes last and is shown with its type.
int a = 1; int b = 2; a = a + 40; a + b
//= (int) 43
struct P { int x; double y; }; P p{1, 2.5}; p.x + p.y;
//? cell 2:1:49: warning: expression result unused [-Wunused-value]
//?     1 | struct P { int x; double y; }; P p{1, 2.5}; p.x + p.y;
//?       |                                             ~~~ ^ ~~~
p.x + p.y
//= (double) 3.5
// a comment alone is no cell
a;
//? cell 4:1:1: warning: expression result unused [-Wunused-value]
//?     1 | a;
//?       | ^
