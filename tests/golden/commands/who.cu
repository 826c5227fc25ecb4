//# `%who` lists names by kind, `-v` with signatures and cells; a cell that failed adds nothing.
%who
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
%who
%who -v
%who me
