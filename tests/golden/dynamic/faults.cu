//# A fault of a child names the child, its line, and the lines that launched it.
//@ devices = ["cpu"]
__global__ void bad(int *p) {
  p[threadIdx.x] = 1;
}
__global__ void middle(int *p) {
  bad<<<1, 2>>>(p);
}
__global__ void top(int *p) {
  if (threadIdx.x == 3)
    middle<<<1, 1>>>(p);
}
top<<<1, 4>>>(nullptr);
//? error: cell 4: kernel `bad` <<<(1,1,1), (2,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0), thread (0,0,0)
//?   invalid write to address 0x0
//?   launched by kernel `middle` at cell 2 line 2
//?   launched by kernel `top` at cell 3 line 3
//?   at cell 1:2 in `bad`
#include <cassert>
__global__ void asserts(int i) { assert(i < 2); }
__global__ void launches() { for (int i = 0; i < 4; ++i) asserts<<<1, 1>>>(i); }
launches<<<1, 1>>>();
//? cell 6:1: void asserts(int): block: [0,0,0], thread: [0,0,0] Assertion `i < 2` failed.
//? error: cell 8: kernel `asserts` <<<(1,1,1), (1,1,1)>>>: cudaErrorAssert at block (0,0,0), thread (0,0,0)
//?   cell 6:1: void asserts(int): block: [0,0,0], thread: [0,0,0] Assertion `i < 2` failed.
//?   launched by kernel `launches` at cell 7 line 1
// The session goes on.
int *good; cudaMalloc(&good, 8);
top<<<1, 4>>>(good);
good
//= (int *) device int[2] {1, 1}
