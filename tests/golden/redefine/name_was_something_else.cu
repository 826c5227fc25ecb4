//# A function, variable or kernel whose name was a class, an enum, an alias, a template or a namespace in between goes on from its version of that type: older code follows, and no symbol is shared with a version of another type.
int g() { return 1; }
int callg() { return g(); }
enum g { A };
int g() { return 2; }
callg()
double f() { return 1.5; }
struct f {};
int f() { return 7; }
f()
int v = 1;
int getv() { return v; }
template <class T> struct v { T x; };
int v = 2;
getv()
__device__ int d() { return 1; }
__global__ void k(int *p) { *p = d(); }
int *p; cudaMallocManaged(&p, 4);
struct d {};
__device__ int d() { return 2; }
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
int launch() { k<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p; }
struct k { int a; };
__global__ void k(int *p) { *p = 99; }
launch()
int a() { return 1; }
int calla() { return a(); }
using a = int;
int a() { return 2; }
calla()
int n = 3;
int getn() { return n; }
namespace n { int x = 4; int h() { return x; } }
int callh() { return n::h(); }
n::x
int n = 5;
getn()
namespace n { int h() { return 6; } }
callh()
struct n { static int h() { return 7; } };
n::h()
callh()
