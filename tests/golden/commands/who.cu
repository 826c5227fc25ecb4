//# `%who` lists names by kind, `-v` with signatures and cells; a cell that failed adds nothing.
%who
//= nothing is defined
__device__ int counter;
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *p) { *p = twice(*p); }
template <typename T> __global__ void set(T *p, T v) { *p = v; }
int host(double x) { return x; }
struct Point { int x, y; };
enum class Color { red };
namespace ns { int inner; }
#define LIMIT 10
int v = LIMIT;
int broken = no_such_name; int lost = 1;
//? cell 11:1:14: error: use of undeclared identifier 'no_such_name'
//?     1 | int broken = no_such_name; int lost = 1;
//?       |              ^~~~~~~~~~~~
%who
//= kernels           k
//= device functions  twice
//= device variables  counter
//= functions         host
//= variables         ns::inner, v
//= types             Point, Color
//= templates         set
//= namespaces        ns
//= macros            LIMIT
%who -v
//= kernel           k          cell 3   void (int *)
//= device function  twice      cell 2   int (int)
//= device variable  counter    cell 1   int
//= function         host       cell 5   int (double)
//= variable         ns::inner  cell 8   int
//= variable         v          cell 10  int
//= type             Point      cell 6   struct
//= type             Color      cell 7   enum
//= template         set        cell 4   void (T *, T)
//= namespace        ns         cell 8
//= macro            LIMIT      cell 9
%who me
//? error: nothing is called `me`
//? hint: `%who` lists what is defined
