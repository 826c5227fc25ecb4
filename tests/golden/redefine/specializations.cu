//# Specializations of class templates may be defined again, and after their arguments were used: the newest is another class, older code keeps the old.
template <class T> struct Kind { static int value() { return 1; } };
template <> struct Kind<int> { static int value() { return 2; } };
int use() { return Kind<int>::value(); }
Kind<int> old;
use()
//= (int) 2
template <> struct Kind<int> { int extra = 30; int value() { return extra; } };
Kind<int>().value()
//= (int) 30
use()
//= (int) 2
old
//= (Kind<int>) {}
//? note: `old` is of the `Kind<int>` of cell 2, which cell 6 defines anew
template <class T> int through(T) { return Kind<T>().value(); }
through(1) * 100 + through('c')
//= (int) 3001
template <> struct Kind<int> { int value() { return 40; } };
Kind<int>().value()
//= (int) 40
%undo 2
//? note: cells 12 to 13 are taken back: `Kind<int>` (that of cell 6 is back)
Kind<int>().value()
//= (int) 30
// After an implicit use, and within a namespace of the library's.
Kind<long>::value()
//= (int) 1
template <> struct Kind<long> { static int value() { return 5; } };
Kind<long>::value()
//= (int) 5
template <class T> struct Kind<T *> { static int value() { return 6; } };
Kind<int *>::value() * 10 + Kind<int **>::value()
//= (int) 66
template <class T> struct Kind<T *> { static int value() { return 7; } };
Kind<int *>::value() * 10 + Kind<int **>::value()
//= (int) 77
#include <unordered_set>
struct Point { int x; bool operator==(const Point &) const = default; };
template <> struct std::hash<Point> { size_t operator()(const Point &p) const { return p.x; } };
std::hash<Point>()(Point{3})
//= (size_t) 3
std::unordered_set<Point> points{{1}, {2}};
namespace std { template <> struct hash<Point> { size_t operator()(const Point &p) const { return p.x * 100; } }; }
std::hash<Point>()(Point{3})
//= (size_t) 300
points.count({2})
//= (unsigned long) 1
//? note: `points` is of the `std::hash<Point>` of cell 22, which cell 25 defines anew
// What was only declared or named is what is defined now.
template <> struct Kind<double>;
Kind<double> *declared; Kind<short> *named;
template <> struct Kind<double> { int x; };
template <> struct Kind<short> { int x; };
declared = new Kind<double>{5}; named = new Kind<short>{6}; declared->x * 10 + named->x
//= (int) 56
// Members of a specialization, outside it.
template <> struct Kind<float> { int value(); };
int Kind<float>::value() { return 8; }
int use_float() { return Kind<float>().value(); }
use_float()
//= (int) 8
int Kind<float>::value() { return 9; }
use_float()
//= (int) 9
// In kernels.
template <class T> struct Op { __host__ __device__ T operator()(T x) { return x + 1; } };
template <class T> __global__ void k(T *out) { *out = Op<T>()(*out); }
int *out; cudaMallocManaged(&out, sizeof(int));
*out = 5; k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 6
template <> struct Op<int> { __host__ __device__ int operator()(int x) { return x * 10; } };
__global__ void k2(int *out) { *out = Op<int>()(*out); }
*out = 5; k2<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 50
template <> struct Op<int> { int factor = 7; __host__ __device__ int operator()(int x) { return x * factor; } };
*out = 5; k2<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 50
__global__ void k2(int *out) { *out = Op<int>()(*out); }
*out = 5; k2<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 35
