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
double a = 2; double one = 1.5; struct S { double v = 3; }; using Number = double; namespace t { int d = 4; }
a + one + S{}.v + Number(0.5) + t::d
//= (double) 11.0
