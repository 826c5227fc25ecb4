//# A header that has been edited is read again, and what includes it: guarded or once-only, by a new cell. Others are not.
#include <cstdlib>
system("printf '#ifndef INNER_H\\n#define INNER_H\\n#define FACTOR 2\\nstruct P { int a = 1; };\\n__host__ __device__ inline int inner() { return 10; }\\n#endif\\n' > inner.h")
//= (int) 0
system("printf '#pragma once\\n#include \"inner.h\"\\nstruct Q { P p; };\\n__host__ __device__ inline int outer() { return inner() * FACTOR; }\\n' > outer.h")
//= (int) 0
system("printf '#pragma once\\nint times = 0;\\nint other() { return ++times; }\\n' > other.h")
//= (int) 0
#include "outer.h"
#include "other.h"
other()
//= (int) 1
__managed__ int r;
__global__ void k() { r = outer() + sizeof(Q); }
k<<<1, 1>>>(); cudaDeviceSynchronize(); r
//= (int) 24
#include "outer.h"
#include "other.h"
other()
//= (int) 2
P p;
Q q;
sizeof(q)
//= (unsigned long) 4
system("sed -i 's/FACTOR 2/FACTOR 3/; s/return 10/return 100/' inner.h")
//= (int) 0
#include "outer.h"
#include "other.h"
other()
//= (int) 3
k<<<1, 1>>>(); cudaDeviceSynchronize(); r
//= (int) 304
p = P();
q.p = p;
system("sed -i 's/int a = 1;/int a = 1, b = 2;/' inner.h")
//= (int) 0
foo
//? cell 25:1:1: error: use of undeclared identifier 'foo'
//?     1 | foo
//?       | ^~~
outer()
//= (int) 300
#include "outer.h"
sizeof(Q) + sizeof(P)
//= (unsigned long) 16
sizeof(q)
//= (unsigned long) 4
//? note: `q` is of the `Q` of cell 5, which cell 26 defines anew
__global__ void k() { r = outer() + sizeof(Q); }
k<<<1, 1>>>(); cudaDeviceSynchronize(); r
//= (int) 308
%undo 4
//? note: cells 27 to 30 are taken back: `k` (that of cell 9 is back), `k<<<1, 1>>>(); cudaDeviceSynchronize();…`
sizeof(Q) + sizeof(P)
//= (unsigned long) 16
k<<<1, 1>>>(); cudaDeviceSynchronize(); r
//= (int) 304
