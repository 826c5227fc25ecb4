//# What clang finds out only while it generates code rejects the cell as well.
extern "C" int ali() __attribute__((alias("nowhere")));
//? cell 1:1:37: error: alias must point to a defined variable or function
//?     1 | extern "C" int ali() __attribute__((alias("nowhere")));
//?       |                                     ^
ali()
//? cell 1:1:1: error: use of undeclared identifier 'ali'
//?     1 | ali()
//?       | ^~~
extern "C" int target() { return 7; } extern "C" int ali() __attribute__((alias("target")));
ali()
//= (int) 7
