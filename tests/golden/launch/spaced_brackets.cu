//# Old formatters write a launch's brackets with blanks in them; templates' arguments that end likewise stay what they are.
#include <vector>
template <class T> struct Box { T value; };
__global__ void put(int *p, int n) { p[threadIdx.x] = n; }
template <class T> __global__ void put_as(T *p, int n) { p[threadIdx.x] = T(n); }
int *p; cudaMallocManaged(&p, 4 * sizeof(int));
put << <1, 4>> > (p, 3);
p[0] + p[3]
//= (int) 6
#define PUT(n) put<< <1, 4>> >(p, n)
void twice() { put<<<dim3(1), 4 >> >(p, 5); if (p) put_as<int> < < <1, 4 > > > (p, 6); cudaDeviceSynchronize(); }
twice();
p[3]
//= (int) 6
PUT(9);
p[1]
//= (int) 9
Box<Box<Box<int>> > boxed = Box<Box<Box<int>> >();
std::vector<Box<Box<int> > >(7).size() + (boxed.value.value.value >> 1)
//= (unsigned long) 7
struct Stream { template <class T> int operator<< (T x) { return int(x); } } out;
out.operator<< <char>(65.5)
//= (int) 65
//? cell 17:1:23: warning: implicit conversion from 'double' to 'char' changes value from 65.5 to 65 [-Wliteral-conversion]
//?     1 | out.operator<< <char>(65.5)
//?       |     ~~~~~~~~          ^~~~
