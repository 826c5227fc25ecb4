//# What an edited file does not have any more is gone, and the session says where it was; older code that uses it goes on.
system("printf '#define SCALE 2\\nint twice(int x) { return SCALE * x; }\\nint limit = 5;\\nstruct pair { int a, b; };\\nenum { first = 1, second };\\nnamespace tools { int one() { return 1; } int two() { return 2; } }\\nnamespace old { int v = 9; }\\ntemplate <class T> T same(T x) { return x; }\\n' > lib.cu");
%load lib.cu
int user() { return twice(limit) + tools::two() + old::v; }
pair kept{1, 2};
system("printf 'struct pair { int a, b; };\\nenum { first = 1 };\\nnamespace tools { int one() { return 10; } }\\n' > lib.cu");
%load lib.cu
//? note: `lib.cu` has no `twice` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `limit` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `tools::two` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `old::v` any more; the one of cell 2 is still used by `user`
twice(1)
//? cell 7:1:1: error: use of undeclared identifier 'twice'
//?     1 | twice(1)
//?       | ^~~~~
//? hint: `twice` was in `lib.cu` until cell 6
limit
//? cell 7:1:1: error: use of undeclared identifier 'limit'
//?     1 | limit
//?       | ^~~~~
//? hint: `limit` was in `lib.cu` until cell 6
second
//? cell 7:1:1: error: use of undeclared identifier 'second'
//?     1 | second
//?       | ^~~~~~
//? hint: `second` was in `lib.cu` until cell 6
same(1)
//? cell 7:1:1: error: use of undeclared identifier 'same'
//?     1 | same(1)
//?       | ^~~~
//? hint: `same` was in `lib.cu` until cell 6
old::v
//? cell 7:1:1: error: use of undeclared identifier 'old'
//?     1 | old::v
//?       | ^
//? hint: `old` was in `lib.cu` until cell 6
tools::two()
//? cell 7:1:8: error: no member named 'two' in namespace 'tools'
//?     1 | tools::two()
//?       |        ^~~
//? hint: `tools::two` was in `lib.cu` until cell 6
SCALE
//? cell 7:1:1: error: use of undeclared identifier 'SCALE'
//?     1 | SCALE
//?       | ^~~~~
//? hint: `SCALE` was a macro until cell 6
%who
//= functions   user, tools::one
//= variables   kept
//= types       pair
//= namespaces  tools
// What it still has is there, and the type is the same.
pair again = kept;
again.b * 100 + tools::one() + first
//= (int) 211
user()
//= (int) 21
// Taken back, all is there again.
%undo 4
//? note: cells 6 to 9 are taken back: 7 more, `second` is back, `tools::two` is back, `twice` is back, `again`
twice(1) + limit + second + same(1) + old::v + SCALE
//= (int) 21
%load lib.cu
//? note: `lib.cu` has no `twice` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `limit` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `tools::two` any more; the one of cell 2 is still used by `user`
//? note: `lib.cu` has no `old::v` any more; the one of cell 2 is still used by `user`
limit
//? cell 8:1:1: error: use of undeclared identifier 'limit'
//?     1 | limit
//?       | ^~~~~
//? hint: `limit` was in `lib.cu` until cell 7
// What comes back is followed by older code.
system("printf 'struct pair { int a, b; };\\nint twice(int x) { return 3 * x; }\\n' > lib.cu");
%load lib.cu
twice(1)
//= (int) 3
user()
//= (int) 26
// A name of a later cell is not the file's.
int limit = 7;
system("echo 'int twice(int x) { return 4 * x; }' > lib.cu");
%load lib.cu
limit * 10 + twice(1)
//= (int) 74
// A mistake in the file changes nothing.
system("printf 'int thrice(int x) { return twice(x) + x; }\\n' > lib.cu");
%load lib.cu
//? lib.cu:1:28: error: use of undeclared identifier 'twice'
//?     1 | int thrice(int x) { return twice(x) + x; }
//?       |                            ^~~~~
//? hint: `twice` is in the `lib.cu` that cell 14 loaded, and not in this one
twice(1)
//= (int) 4
system("printf 'int thrice(int x) { return 3 * x; }\\n' > lib.cu");
%load lib.cu
//? note: `lib.cu` has no `twice` any more; the one of cell 14 is still used by `user`
twice(1)
//? cell 20:1:1: error: use of undeclared identifier 'twice'
//?     1 | twice(1)
//?       | ^~~~~
//? hint: `twice` was in `lib.cu` until cell 19
thrice(1)
//= (int) 3
