//# An `assert` that holds says nothing; with NDEBUG it is not even evaluated.
//@ flags = ["-DNDEBUG"]
#include <cassert>
__global__ void check(int *p) { assert(*p == 12345); *p = 1; }
int *p; cudaMallocManaged(&p, 4);
check<<<1, 1>>>(p);
*p
//= (int) 1
