//# what `%undo` takes back is in neither of the ASTs that were made while nobody typed
#include <unistd.h>
__device__ int g(int x) { return x + 1; }
__global__ void k(int *p) { *p = g(*p); }
int f(int x) { return x; }
int calls_f() { return f(1); }
#define LIMIT 3
int *p; cudaMallocManaged(&p, 4);
__device__ int g(int x) { return x + 100; }
int f(int x) { return x + LIMIT; }
#define LIMIT 5
usleep(900000);
%undo 4
//? note: cells 8 to 11 are taken back: `g` (that of cell 2 is back), `f` (that of cell 4 is back), `LIMIT`, `usleep(900000);`
LIMIT + f(1) + calls_f()
//= (int) 5
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
double f(double x) { return x / 2; }
f(3.0) + f(3)
//= (double) 4.5
usleep(900000);
%undo
//? note: cell 12 is taken back: `usleep(900000);`
f(3.0)
//= (double) 1.5
usleep(900000);
%undo 4
//? note: cells 10 to 13 are taken back: `f`, `usleep(900000);`
f(3.0)
//= (int) 3
LIMIT
//= (int) 3
int g = 2;
//? note: the `g` of cell 2 (`int (int)`) is still used by `k`: its type has changed
g
//= (int) 2
