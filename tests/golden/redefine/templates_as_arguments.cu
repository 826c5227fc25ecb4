//# What has a class template as its argument is another instance when that template is defined again.
template <class T> struct Sq { __host__ __device__ static T run(T x) { return x * x; } };
template <template <class> class Op> int tt() { return Op<int>::run(3); }
__managed__ int r; template <template <class> class Op> __global__ void k() { r = Op<int>::run(3); }
k<Sq><<<1,1>>>(); cudaDeviceSynchronize(); tt<Sq>() * 100 + r
//= (int) 909
template <class T> struct Sq { __host__ __device__ static T run(T x) { return x * x * x; } };
k<Sq><<<1,1>>>(); cudaDeviceSynchronize(); tt<Sq>() * 100 + r
//= (int) 2727
template <class T> struct Store { T d[1000] = {}; };
template <class T, template <class> class S> struct Stack { S<T> s; int n = 0; Stack() {} };
int a() { Stack<int, Store> s; return s.n; }
a()
//= (int) 0
template <class T> struct Store { T d[2] = {}; };
int b() { int guard[4] = {1, 2, 3, 4}; Stack<int, Store> s; return s.n + guard[3]; }
b()
//= (int) 4
