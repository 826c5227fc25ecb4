//# A failed `assert` in a kernel tells expression, line, block and thread; the launch fails with cudaErrorAssert; the next cell works.
//@ devices = ["cpu"]
#include <cassert>
__global__ void check(const int *p, int n) {
  int i = threadIdx.x;
  assert(i < n && p[i] >= 0);
}
int *p; cudaMallocManaged(&p, 64); for (int i = 0; i < 16; ++i) p[i] = i == 11 ? -1 : i;
check<<<1, 16>>>(p, 11);
//? cell 2:3: void check(const int *, int): block: [0,0,0], thread: [11,0,0] Assertion `i < n && p[i] >= 0` failed.
//? error: cell 4: kernel `check` <<<(1,1,1), (16,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (11,0,0)
//?   cell 2:3: void check(const int *, int): block: [0,0,0], thread: [11,0,0] Assertion `i < n && p[i] >= 0` failed.
p = nullptr; cudaMallocManaged(&p, 64);
check<<<1, 16>>>(p, 16);
1 + 1
//= (int) 2
