//# An open brace is no trap: two blank lines submit what is there, clang says what is missing, the next cell works.
int f(){


int y = 3;
y
