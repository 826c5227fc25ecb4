//# An open brace is no trap: two blank lines submit what is there, clang says what is missing, the next cell works.
int f(){


//? note: lines 1-3 submitted as is, still waiting for `}`
//? cell 1:1:8: error: expected '}'
//?     1 | int f(){
//?       |        ^
//? cell 1:1:8: note: to match this '{'
//?     1 | int f(){
//?       |        ^
int y = 3;
y
//= (int) 3
