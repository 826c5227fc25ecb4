//# A brace too many, or one that closes another bracket, is an error of that cell; the next one works.
int f() { return 1; }}
//? cell 1:1:22: error: extraneous closing brace ('}')
//?     1 | int f() { return 1; }}
//?       |                      ^
int g(int x) { return x + (1; }
//? cell 1:1:29: error: expected ')'
//?     1 | int g(int x) { return x + (1; }
//?       |                             ^
//? cell 1:1:27: note: to match this '('
//?     1 | int g(int x) { return x + (1; }
//?       |                           ^
int f() { return 2; }
f()
//= (int) 2
