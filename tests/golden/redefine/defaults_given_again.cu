//# Default arguments can be given again, by a declaration without a body too: the newest hold.
int f(int a, int b = 5);
int f(int a, int b) { return a + b; }
f(1)
//= (int) 6
int f(int a, int b = 5);
int f(int a, int b = 6);
f(1)
//= (int) 7
int f(int a, int b);
f(1)
//= (int) 7
int f(int a, int b) { return a * b; }
f(2)
//= (int) 12
int g(int a, int b = 5) { return a + b; }
int g(int a, int b = 7);
g(1)
//= (int) 8
struct A { int v; };
void h(A *a, int n = 3);
void h(A *a, int n) { a->v += n; }
struct A { int v, w; };
A b{1, 2};
void h(A *a, int n = 30);
void h(A *a, int n) { a->w += n; }
h(&b); b.w
//= (int) 32
template <class T, int N = 4> struct Arr;
template <class T, int N> struct Arr { T d[N]; };
template <class T, int N = 5> struct Arr;
sizeof(Arr<int>)
//= (unsigned long) 20
template <class T, int N> struct Arr { T d[N]; int q; };
sizeof(Arr<int>)
//= (unsigned long) 24
template <class T = int> struct X;
template <class T> struct X { T t; };
template <class T = int> struct X;
template <class T> struct X { T t, u; };
sizeof(X<>)
//= (unsigned long) 8
__device__ int dd(int a, int b = 1);
__device__ int dd(int a, int b) { return a + b; }
__device__ int dd(int a, int b = 2);
__global__ void k(int *o) { *o = dd(1); }
int *o; cudaMallocManaged(&o, 4); k<<<1, 1>>>(o); cudaDeviceSynchronize(); *o
//= (int) 3
