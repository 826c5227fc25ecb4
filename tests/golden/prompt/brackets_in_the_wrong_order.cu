//# A closing brace inside parentheses deceives a count of brackets; the cell ends, clang says what is wrong, the next one works.
int f(int x) {
  for (int i = 0; i < 3; ++i) x += abs(}, x);
//? cell 1:2:40: error: expected expression
//?     2 |   for (int i = 0; i < 3; ++i) x += abs(}, x);
//?       |                                        ^
//? cell 1:2:45: error: expected expression
//?     2 |   for (int i = 0; i < 3; ++i) x += abs(}, x);
//?       |                                             ^
//? cell 1:2:45: error: expected '}'
//?     2 |   for (int i = 0; i < 3; ++i) x += abs(}, x);
//?       |                                             ^
//? cell 1:1:14: note: to match this '{'
//?     1 | int f(int x) {
//?       |              ^
  return x;
//? cell 1:1:3: error: 'return' outside of a function; a cell shows the value that ends it without ';'
//?     1 |   return x;
//?       |   ^
//? cell 1:1:10: error: use of undeclared identifier 'x'
//?     1 |   return x;
//?       |          ^
}
//? cell 1:1:1: error: extraneous closing brace ('}')
//?     1 | }
//?       | ^
__global__ void k(int *p) {
  if (*p > 0]) {
    *p = 2;
  } else {
    *p = 3;
  }
;;
//? note: lines 5-11 submitted as is, still waiting for `}`
//? cell 1:2:13: error: expected ')'
//?     2 |   if (*p > 0]) {
//?       |             ^
//? cell 1:2:6: note: to match this '('
//?     2 |   if (*p > 0]) {
//?       |      ^
//? cell 1:2:13: error: expected expression
//?     2 |   if (*p > 0]) {
//?       |             ^
//? cell 1:2:14: error: expected expression
//?     2 |   if (*p > 0]) {
//?       |              ^
//? cell 1:6:3: error: expected '}'
//?     6 |   }
//?       |   ^
//? cell 1:1:27: note: to match this '{'
//?     1 | __global__ void k(int *p) {
//?       |                           ^
int y = 3;
y
//= (int) 3
