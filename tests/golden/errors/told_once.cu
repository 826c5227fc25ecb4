//# Clang looks at a value that is shown twice; what it says is told once.
0x7fffffff + 1
//= (int) -2147483648
//? cell 1:1:12: warning: overflow in expression; result is -2'147'483'648 with type 'int' [-Winteger-overflow]
//?     1 | 0x… + 1
//?       | ~~~~~~~~~~~^~~
int shifted = 1 << 40;
//? cell 2:1:17: warning: shift count >= width of type [-Wshift-count-overflow]
//?     1 | int shifted = 1 << 40;
//?       |                 ^  ~~
