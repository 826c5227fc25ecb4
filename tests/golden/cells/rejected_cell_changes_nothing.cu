//# A cell that is rejected leaves the list of names as it was, even where most of it was right.
int kept = 1; __device__ int counter;
%who
//= device variables  counter
//= variables         kept
int a = 1; __global__ void k() {} struct S {}; namespace n { int b; } template <class T> T t(T v) { return v; } using Number = int; enum E { one }; __device__ int d; int wrong = nothing;
//? cell 2:1:179: error: use of undeclared identifier 'nothing'
//?     1 | int a = 1; __global__ void k() {} struct S {}; namespace n { int b; } template <class T> T t(T v) { return v; } using Number = int; enum E { one }; __device__ int d; int wrong = nothing;
//?       |                                                                                                                                                                                   ^~~~~~~
%who
//= device variables  counter
//= variables         kept
int a = 2; struct S { int v = 3; };
a
//= (int) 2
double a = 2; double one = 1.5; struct S { double v = 3; };
//? cell 4:1:8: error: redefinition of 'a' with a different type: 'double' vs 'int'
//?     1 | double a = 2; double one = 1.5; struct S { double v = 3; };
//?       |        ^
//? cell 2:1:5: note: previous definition is here
//?     1 | int a = 2; struct S { int v = 3; };
//?       |     ^
//? cell 4:1:40: error: redefinition of 'S'
//?     1 | double a = 2; double one = 1.5; struct S { double v = 3; };
//?       |                                        ^
//? cell 2:1:19: note: previous definition is here
//?     1 | int a = 2; struct S { int v = 3; };
//?       |                   ^
a + one + S{}.v
//? cell 4:1:5: error: use of undeclared identifier 'one'
//?     1 | a + one + S{}.v
//?       |     ^~~
