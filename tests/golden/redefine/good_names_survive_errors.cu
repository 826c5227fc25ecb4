//# Names declared before survive a cell that fails and declares them again (llvm-project 201844).
int x = 1; int f() { return x; }
int x = 2; int f() { return nope; }
//? cell 2:1:29: error: use of undeclared identifier 'nope'
//?     1 | int x = 2; int f() { return nope; }
//?       |                             ^~~~
f() + x
//= (int) 2
