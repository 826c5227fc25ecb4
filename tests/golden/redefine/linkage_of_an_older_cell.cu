//# What a definition has from an older one, the linkage of that among it, it keeps when superseded cells are left out of the session and made again from the others.
static int f() { return 1; }
int callf() { return f(); }
int f() { return 2; }
int g() { return 1; }
int callg() { return g(); }
extern "C" int g() { return 2; }
static int s = 3;
int gets() { return s; }
int s = 4;
inline int y = 6;
extern int y;
int a[3] = {1, 2, 3};
extern int a[];
__device__ int d() { return 1; }
__global__ void k(int *p) { *p = d(); }
int *p; cudaMallocManaged(&p, 4);
constexpr int d() { return 2; }
// Statements enough that superseded cells go.
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
(void)0;
int rejected = nosuch;
//? cell 278:1:16: error: use of undeclared identifier 'nosuch'
//?     1 | int rejected = nosuch;
//?       |                ^~~~~~
callf() + f() + callg() + g()
//= (int) 8
gets() + s
//= (int) 8
y + a[1]
//= (int) 8
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
%replay
//= (int) 8
//= (int) 8
//= (int) 8
//= (int) 2
callf() + f() + callg() + g()
//= (int) 8
gets() + s
//= (int) 8
y + a[1]
//= (int) 8
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 2
