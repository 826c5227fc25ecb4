//# A cell may define a template again and use it, as often as it likes: a file is loaded twice.
template <class T> T twice(T x) { return 2 * x; } int six() { return twice(3); }
six()
//= (int) 6
template <class T> T twice(T x) { return 2 * x + 1; } int six() { return twice(3); }
six()
//= (int) 7
template <class T> T twice(T x) { return 2 * x + 2; } int six() { return twice(3); }
six()
//= (int) 8
int *p; cudaMallocManaged(&p, 4);
template <class T> __device__ T add(T a, T b) { return a + b; } template <class T> __global__ void addk(T *p, T a, T b) { *p = add(a, b); } int addit() { addk<<<1, 1>>>(p, 3, 4); cudaDeviceSynchronize(); return *p; }
addit()
//= (int) 7
template <class T> __device__ T add(T a, T b) { return a + b + 1; } template <class T> __global__ void addk(T *p, T a, T b) { *p = add(a, b); } int addit() { addk<<<1, 1>>>(p, 3, 4); cudaDeviceSynchronize(); return *p; }
addit()
//= (int) 8
template <class T> __device__ T add(T a, T b) { return a + b + 2; } template <class T> __global__ void addk(T *p, T a, T b) { *p = add(a, b); } int addit() { addk<<<1, 1>>>(p, 3, 4); cudaDeviceSynchronize(); return *p; }
addit()
//= (int) 9
// As an argument of a template: a function, a variable and a class template that have been defined again.
int f() { return 1; }
template <int (*F)()> int call() { return F(); }
call<f>()
//= (int) 1
int f() { return 2; }
call<f>()
//= (int) 2
int v = 1;
template <int *P> int deref() { return *P; }
deref<&v>()
//= (int) 1
int v = 2;
deref<&v>()
//= (int) 2
template <class T> struct box { T x; };
template <template <class> class W> int size() { return sizeof(W<int>); }
int older() { return size<box>(); }
template <class T> struct box { T x, y; };
size<box>()
//= (int) 8
older()
//= (int) 4
