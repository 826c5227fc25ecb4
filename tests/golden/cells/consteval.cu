//# Functions that only the compiler calls (`consteval`), in values and statements.
consteval int square(int n) { return n * n; }
square(4)
//= (int) 16
int area = 1;
area = square(2) + 1
//= (int) 5
for (int i = 0; i < 2; ++i) printf("%d\n", square(3) + i);
//= 9
//= 10
if (area) printf("%d\n", square(5));
//= 25
struct Checked { int value; consteval Checked(int v) : value(v > 0 ? v : throw "not positive") {} };
Checked(3).value
//= (int) 3
Checked(-3).value
//? cell 9:1:1: error: call to consteval function 'Checked::Checked' is not a constant expression
//?     1 | Checked(-3).value
//?       | ^
//? cell 7:1:74: note: subexpression not valid in a constant expression
//?     1 | struct Checked { int value; consteval Checked(int v) : value(v > 0 ? v : throw "not positive") {} };
//?       |                                                                          ^~~~~~~~~~~~~~~~~~~~
//? cell 9:1:1: note: in call to 'Checked(-3)'
//?     1 | Checked(-3).value
//?       | ^~~~~~~~~~~
square(area)
//? cell 9:1:1: error: call to consteval function 'square' is not a constant expression
//?     1 | square(area)
//?       | ^
//? cell 9:1:8: note: read of non-const variable 'area' is not allowed in a constant expression
//?     1 | square(area)
//?       |        ^
//? cell 3:1:5: note: declared here
//?     1 | int area = 1;
//?       |     ^
square(6)
//= (int) 36
