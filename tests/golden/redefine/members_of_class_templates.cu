//# Members of class templates that are defined outside them may be defined again, specialized and come after their first use; callers follow.
template <class T> struct Box { Box(); ~Box(); int get(); static int shared; template <class U> int mixed(U u); virtual int shape(); };
int early() { return Box<int>().get(); }
template <class T> Box<T>::Box() { printf("made\n"); }
template <class T> Box<T>::~Box() { printf("gone\n"); }
template <class T> int Box<T>::get() { return 1; }
template <class T> int Box<T>::shared = 5;
template <class T> template <class U> int Box<T>::mixed(U u) { return u + 1; }
template <class T> int Box<T>::shape() { return 3; }
early()
//= made
//= gone
//= (int) 1
Box<int> box;
//= made
int use() { return box.get() * 1000 + Box<int>::shared * 100 + box.mixed(2) * 10 + ((Box<int> *)&box)->shape(); }
use()
//= (int) 1533
template <class T> int Box<T>::get() { return 2; }
template <class T> int Box<T>::shared = 6;
template <class T> template <class U> int Box<T>::mixed(U u) { return u + 2; }
template <class T> int Box<T>::shape() { return 4; }
use()
//= (int) 2644
template <class T> Box<T>::Box() { printf("made again\n"); }
template <class T> Box<T>::~Box() { printf("gone again\n"); }
early()
//= made again
//= gone again
//= (int) 2
template <> int Box<int>::get() { return 7; }
template <> int Box<int>::shared = 8;
use()
//= (int) 7844
Box<long>().get()
//= made again
//= gone again
//= (int) 2
template <> int Box<int>::get() { return 9; }
use()
//= (int) 9844
%undo 8
//? note: cells 19 to 26 are taken back: 1 more, `Box<int>::get`, `Box<int>::shared`, `Box<long>().get()`, `Box<int>::get`
use()
//= (int) 2644
// Member templates, destructors and conversions of ordinary classes.
struct Plain { ~Plain(); template <class U> int m(U u); operator double() const; operator int() const; };
Plain::~Plain() { printf("plain gone\n"); }
template <class U> int Plain::m(U u) { return u + 1; }
Plain::operator double() const { return 1.5; }
Plain::operator int() const { return 1; }
double plain() { Plain p; return p.m(1) * 10 + int(p) + double(p); }
plain()
//= plain gone
//= (double) 22.5
Plain::~Plain() { printf("plain gone again\n"); }
template <class U> int Plain::m(U u) { return u + 2; }
Plain::operator double() const { return 2.5; }
plain()
//= plain gone again
//= (double) 33.5
class Closed { int x = 4; template <class U> friend int peek(Closed c, U u); };
template <class U> int peek(Closed c, U u) { return c.x + u; }
int use_peek() { return peek(Closed(), 1); }
use_peek()
//= (int) 5
template <class U> int peek(Closed c, U u) { return c.x * 10 + u; }
use_peek()
//= (int) 41
template <class T> struct Less { bool operator()(T a, T b) const; };
template <class T> bool Less<T>::operator()(T a, T b) const { return a < b; }
bool less(int a, int b) { return Less<int>()(a, b); }
less(1, 2)
//= (bool) true
template <class T> bool Less<T>::operator ()(T a, T b) const { return a > b; }
less(1, 2)
//= (bool) false
// On the device.
template <class T> struct Op { T v; __host__ __device__ Op(T v); __host__ __device__ T apply(T x); };
template <class T> __host__ __device__ Op<T>::Op(T v) : v(v) {}
template <class T> __host__ __device__ T Op<T>::apply(T x) { return x + v; }
__global__ void k(int *out) { *out = Op<int>(2).apply(3); }
int *out; cudaMallocManaged(&out, sizeof(int));
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 5
template <class T> __host__ __device__ T Op<T>::apply(T x) { return x * v; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 6
template <class T> __host__ __device__ Op<T>::Op(T v) : v(v * 10) {}
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 60
template <> __host__ __device__ int Op<int>::apply(int x) { return x - v; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) -17
Op<int>(1).apply(5)
//= (int) -5
// A body that an older caller's argument does not compile with is told with that caller.
struct Only { int v; };
template <class T> struct Reader { int read(T x); };
template <class T> int Reader<T>::read(T x) { return x.v; }
int read_it() { return Reader<Only>().read(Only{2}); }
template <class T> int Reader<T>::read(T x) { return x.w; }
//? cell 60:1:56: error: no member named 'w' in 'Only'
//?     1 | template <class T> int Reader<T>::read(T x) { return x.w; }
//?       |                                                      ~ ^
//? cell 59:1:39: note: in instantiation of member function 'Reader<Only>::read' requested here
//?     1 | int read_it() { return Reader<Only>().read(Only{2}); }
//?       |                                       ^
read_it()
//= (int) 2
//= gone
