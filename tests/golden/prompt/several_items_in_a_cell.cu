//# One line may hold declarations, statements and a value; the value comes last and is shown with its type.
int a = 1; int b = 2; a = a + 40; a + b
struct P { int x; double y; }; P p{1, 2.5}; p.x + p.y
;
// a comment alone is no cell
a;
