//# What keeps an older version, because the newer one has another type, is named when that happens.
int g(int x) { return 1; }
float rate = 1;
float step(float x) { return g(0) * rate * x; }
__device__ int d() { return 1; }
__global__ void k(int *out) { *out = d(); }
struct S { int a; }; S s; int of(S &x) { return x.a; }
long g(int x) { return 2; }
//? note: the `g` of cell 1 (`int (int)`) is still used by `step`: its type has changed
double rate = 2;
//? note: the `rate` of cell 2 (`float`) is still used by `step`: its type has changed
__device__ float d() { return 2; }
//? note: the `d` of cell 4 (`int ()`) is still used by `k`: its type has changed
// Only a type, which variables made of it tell of when they are used; nothing used; an overload; a cell that defines the user too.
struct S { long a; };
int unused = 1;
double unused = 1;
int g(double x) { return 3; }
int g(int x) { return 4; } float step(float x) { return g(0) * rate * x; }
step(1)
//= (float) 8.0f
short g(int x) { return 5; }
//? note: the `g` of cell 14 (`int (int)`) is still used by `step`: its type has changed
