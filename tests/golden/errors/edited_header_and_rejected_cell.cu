//# A rejected cell leaves no trace: committed cells mean what they meant, though a header that they include has been edited since.
#include <cstdlib>
system("printf '#pragma once\\nstruct S { int a; int b; };\\n__host__ __device__ inline int getb(S &s) { return s.b; }\\n' > my.h")
//= (int) 0
#include "my.h"
S s{1, 2};
int rd(S &s) { return s.b; }
rd(s)
//= (int) 2
system("printf '#pragma once\\nstruct S { long pad[4]; int a; int b; };\\n__host__ __device__ inline int getb(S &s) { return s.b + 1000; }\\n' > my.h")
//= (int) 0
sizeof(S)
//= (unsigned long) 8
foo;
//? cell 9:1:1: error: use of undeclared identifier 'foo'
//?     1 | foo;
//?       | ^~~
sizeof(S)
//= (unsigned long) 8
s.b
//= (int) 2
getb(s)
//= (int) 2
__global__ void k(S *s, int *out) { *out = getb(*s) + int(sizeof(S)); }
int *out; cudaMallocManaged(&out, sizeof(int)); S *on; cudaMallocManaged(&on, sizeof(S)); *on = s;
k<<<1, 1>>>(on, out); cudaDeviceSynchronize(); *out
//= (int) 10
%undo 2
//? note: cells 13 to 14 are taken back: `on`, `out`, `k<<<1, 1>>>(on, out); cudaDeviceSynchron…`
sizeof(S)
//= (unsigned long) 8
#include "my.h"
sizeof(S)
//= (unsigned long) 40
getb(s)
//? cell 16:1:1: error: no matching function for call to 'getb'
//?     1 | getb(s)
//?       | ^~~~
//? ./my.h:3:32: note: candidate function not viable: no known conversion from 'S' to 'S &' for 1st argument
//?     3 | __host__ __device__ inline int getb(S &s) { return s.b + 1000; }
//?       |                                ^    ~~~~
//? note: the `S` of cell 3 is another type than that of cell 14
