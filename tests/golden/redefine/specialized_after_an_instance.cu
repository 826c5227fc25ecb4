//# A specialization of what was only looked at before, on the host alone: it is the same class on both sides, and after an error.
template <class T> struct Kind { static constexpr int v = 1; };
(int)sizeof(Kind<long>)
//= (int) 1
template <> struct Kind<long> { int x = 3; };
int h(Kind<long> k) { return k.x; }
h({})
//= (int) 3
this is a mistake;
//? cell 6:1:1: error: expected unqualified-id
//?     1 | this is a mistake;
//?       | ^
h({})
//= (int) 3
template <class T> __global__ void k(T t, int *out) { *out = t.x; }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 1>>>(Kind<long>{}, out); cudaDeviceSynchronize(); *out
//= (int) 3
// A class that is made of it, which only a function of the host's has used.
template <class T> struct Holder { Kind<T> kind; int x = kind.x + 1; };
template <class T> int look() { return Holder<T>().x; }
look<long>()
//= (int) 4
template <> struct Kind<long> { int x = 5, y; };
look<long>()
//= (int) 6
k<<<1, 1>>>(Holder<long>{}, out); cudaDeviceSynchronize(); *out
//= (int) 6
int g(Holder<long> held) { return held.x; }
this is a mistake;
//? cell 17:1:1: error: expected unqualified-id
//?     1 | this is a mistake;
//?       | ^
g({})
//= (int) 6
k<<<1, 1>>>(Holder<long>{}, out); cudaDeviceSynchronize(); *out
//= (int) 6
