//# Messages: no `;` is missed after a mistake in an expression, a name that begins with `half_` is none of cuda_fp16.h, and no tag of a version is shown.
struct P { int x; };
P{3, 4}
//? cell 2:1:6: error: excess elements in struct initializer
//?     1 | P{3, 4}
//?       |      ^
int y = half_width(1);
//? cell 2:1:9: error: use of undeclared identifier 'half_width'
//?     1 | int y = half_width(1);
//?       |         ^~~~~~~~~~
class S { public: S(int n); static int instances; };
int S::instances = 0;
class S { public: S(int n, float v); static int instances; };
S::S(int n, float v) { instances++; }
//? error: cell 5: nothing defines `S::instances`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
int gx(P q) { return q.x; }
struct P { int x, y; };
struct P { int x; };
gx(P{3})
//? cell 8:1:1: error: no matching function for call to 'gx'
//?     1 | gx(P{3})
//?       | ^~
//? cell 5:1:5: note: candidate function not viable: no known conversion from 'P' to 'P' for 1st argument
//?     1 | int gx(P q) { return q.x; }
//?       |     ^  ~~~
//? note: the `P` of cell 1 is another type than that of cell 7
