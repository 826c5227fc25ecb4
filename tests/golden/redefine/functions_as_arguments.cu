//# Functions and variables as arguments of templates: the newest takes their place, and the templates can be defined again.
int df(int x) { return x; }
template <int (*F)(int)> int ap(int x) { return F(x); }
ap<df>(1)
//= (int) 1
int df(int x) { return x + 10; }
ap<df>(1)
//= (int) 11
template <int (*F)(int)> int ap(int x) { return F(x) + 100; }
ap<df>(1)
//= (int) 111
int u() { return ap<df>(2); }
int df(int x) { return x + 20; }
u()
//= (int) 122
template <int (*F)(int)> int ap(int x) { return F(x) + 200; }
u()
//= (int) 222
ap<df>(1)
//= (int) 221
template <int (*F)(int)> struct S { int i; S() : i(F(1)) {} ~S() { i = F(2); } int m(int); };
template <int (*F)(int)> int S<F>::m(int x) { return F(x) + i; }
int u1() { return S<df>().m(1); }
u1()
//= (int) 42
int df(int x) { return x + 30; }
int u2() { return S<df>().m(1); }
u2()
//= (int) 62
template <int (*F)(int)> int S<F>::m(int x) { return F(x) + i + 100; }
u1() + u2()
//= (int) 324
template <int *P> int *adr() { return P; }
int gv = 5;
adr<&gv>() == &gv
//= (bool) true
int gv = 6;
adr<&gv>() == &gv
//= (bool) true
template <int *P> int *adr() { return P + 1; }
adr<&gv>() == &gv + 1
//= (bool) true
__device__ int dd(int x) { return x; }
__managed__ int r;
template <int (*F)(int)> __global__ void k(int x) { r = F(x); }
k<dd><<<1,1>>>(1); cudaDeviceSynchronize(); r
//= (int) 1
__device__ int dd(int x) { return x + 10; }
k<dd><<<1,1>>>(1); cudaDeviceSynchronize(); r
//= (int) 11
template <int (*F)(int)> __global__ void k(int x) { r = F(x) + 100; }
k<dd><<<1,1>>>(1); cudaDeviceSynchronize(); r
//= (int) 111
