//# After a declaration with a mistake the right one is taken (llvm-project 55972).
int before = 1;
int count = "one";
//? cell 2:1:5: error: cannot initialize a variable of type 'int' with an lvalue of type 'const char[4]'
//?     1 | int count = "one";
//?       |     ^       ~~~~~
int count = 1;
double mean(int n) { return sum / n; }
//? cell 3:1:29: error: use of undeclared identifier 'sum'
//?     1 | double mean(int n) { return sum / n; }
//?       |                             ^~~
double mean(int n) { return 6.0 / n; }
mean(count + 1)
//= (double) 3.0
