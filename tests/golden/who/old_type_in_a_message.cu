//# Where clang's message names two types of one name, it is told which is which.
struct P { int x = 1; };
int get(P p) { return p.x; }
struct P { double x = 2.5; };
get(P{})
//? cell 4:1:1: error: no matching function for call to 'get'
//?     1 | get(P{})
//?       | ^~~
//? cell 2:1:5: note: candidate function not viable: no known conversion from 'P' to 'P' for 1st argument
//?     1 | int get(P p) { return p.x; }
//?       |     ^   ~~~
//? note: the `P` of cell 1 is another type than that of cell 3
