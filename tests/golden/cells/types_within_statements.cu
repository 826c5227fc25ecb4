//# A type may be declared within a statement at top level, with members, twice under one name, and be a template's argument.
{ struct Pair { int a; float b; }; Pair p{1, 2}; printf("%d %g\n", p.a, p.b); }
//= 1 2
{ struct Pair { int f() { return 5; } virtual ~Pair() {} }; printf("%d\n", Pair().f()); }
//= 5
#include <utility>
#include <vector>
{ struct P { int a; }; std::pair<P, int> q; q.second = 3; std::vector<P> v(4, P{7}); printf("%d %d\n", q.second, v[3].a); }
//= 3 7
for (int i = 0; i < 2; ++i) {
  struct Twice { static int of(int x) { return 2 * x; } };
  printf("%d\n", Twice::of(i));
  { struct Twice { int x = 9; int more() const { return x; } } t; printf("%d\n", t.more()); }
  union Both { int a; float b; } both;
  both.a = i;
  printf("%d\n", both.a);
}
//= 0
//= 9
//= 0
//= 2
//= 9
//= 1
{ struct Pair { double b = 2.5; }; Pair p; printf("%g\n", p.b); }
//= 2.5
{ auto make = [] { struct In { int v = 6; int get() { return v; } }; return In(); }; printf("%d\n", make().get()); }
//= 6
__global__ void k(int *p) { struct L { int v; __device__ int get() { return v; } }; *p = L{8}.get(); }
{ struct Host { int *p; Host() { cudaMallocManaged(&p, 4); } ~Host() { cudaFree(p); } } h; k<<<1, 1>>>(h.p); cudaDeviceSynchronize(); printf("%d\n", *h.p); }
//= 8
