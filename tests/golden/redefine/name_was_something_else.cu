//# A function, variable or kernel whose name was a class, an enum, an alias, a template or a namespace in between goes on from its version of that type: older code follows, and no symbol is shared with a version of another type.
int g() { return 1; }
int callg() { return g(); }
enum g { A };
//? note: the `g` of cell 1 (`int ()`) is still used by `callg`: its type has changed
int g() { return 2; }
callg()
//= (int) 2
double f() { return 1.5; }
struct f {};
int f() { return 7; }
f()
//= (int) 7
int v = 1;
int getv() { return v; }
template <class T> struct v { T x; };
//? note: the `v` of cell 10 (`int`) is still used by `getv`: its type has changed
int v = 2;
getv()
//= (int) 2
__device__ int d() { return 1; }
__global__ void k(int *p) { *p = d(); }
int *p; cudaMallocManaged(&p, 4);
struct d {};
//? note: the `d` of cell 15 (`int ()`) is still used by `k`: its type has changed
__device__ int d() { return 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
int launch() { k<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p; }
struct k { int a; };
//? note: the `k` of cell 16 (`void (int *)`) is still used by `launch`: its type has changed
__global__ void k(int *p) { *p = 99; }
launch()
//= (int) 99
int a() { return 1; }
int calla() { return a(); }
using a = int;
//? note: the `a` of cell 25 (`int ()`) is still used by `calla`: its type has changed
int a() { return 2; }
calla()
//= (int) 2
int n = 3;
int getn() { return n; }
namespace n { int x = 4; int h() { return x; } }
//? note: the `n` of cell 30 (`int`) is still used by `getn`: its type has changed
int callh() { return n::h(); }
n::x
//= (int) 4
int n = 5;
//? note: the `n::x` of cell 32 (`int`) is still used by `n::h`: the newer one is of another kind
//? note: the `n::h` of cell 32 (`int ()`) is still used by `callh`: its type has changed
getn()
//= (int) 5
namespace n { int h() { return 6; } }
//? note: the `n` of cell 35 (`int`) is still used by `getn`: its type has changed
callh()
//= (int) 6
struct n { static int h() { return 7; } };
//? note: the `n::h` of cell 37 (`int ()`) is still used by `callh`: its type has changed
n::h()
//= (int) 7
callh()
//= (int) 6
