//# Names that begin with `__chv_` are the session's own: a text that defines one is refused at the name, in whatever way it does, and the session goes on.
int before = 1;
extern "C" int __chv_guard(void (*body)()) { return 7; }
//? cell 2:1:16: error: names that begin with `__chv_` are Chevron's own: `__chv_guard` needs another one
//?     1 | extern "C" int __chv_guard(void (*body)()) { return 7; }
//?       |                ^
double __chv_speed = 2.5;
//? cell 2:1:8: error: names that begin with `__chv_` are Chevron's own: `__chv_speed` needs another one
//?     1 | double __chv_speed = 2.5;
//?       |        ^
#define __chv_limit 10
//? cell 2:1:9: error: names that begin with `__chv_` are Chevron's own: `__chv_limit` needs another one
//?     1 | #define __chv_limit 10
//?       |         ^
struct Holder { int __chv_held; };
//? cell 2:1:21: error: names that begin with `__chv_` are Chevron's own: `__chv_held` needs another one
//?     1 | struct Holder { int __chv_held; };
//?       |                     ^
namespace __chv_space { int inner; }
//? cell 2:1:11: error: names that begin with `__chv_` are Chevron's own: `__chv_space` needs another one
//?     1 | namespace __chv_space { int inner; }
//?       |           ^
__global__ void __chv_fill(int *to) { *to = 1; }
//? cell 2:1:17: error: names that begin with `__chv_` are Chevron's own: `__chv_fill` needs another one
//?     1 | __global__ void __chv_fill(int *to) { *to = 1; }
//?       |                 ^
__device__ int __chv_counter;
//? cell 2:1:16: error: names that begin with `__chv_` are Chevron's own: `__chv_counter` needs another one
//?     1 | __device__ int __chv_counter;
//?       |                ^
using __chv_number = long;
//? cell 2:1:7: error: names that begin with `__chv_` are Chevron's own: `__chv_number` needs another one
//?     1 | using __chv_number = long;
//?       |       ^
template <typename __chv_kind> __device__ __chv_kind same(__chv_kind x) { return x; }
//? cell 2:1:20: error: names that begin with `__chv_` are Chevron's own: `__chv_kind` needs another one
//?     1 | template <typename __chv_kind> __device__ __chv_kind same(__chv_kind x) { return x; }
//?       |                    ^
int renamed() asm("__chv_late");
//? cell 2:1:5: error: names that begin with `__chv_` are Chevron's own: `__chv_late` needs another one
//?     1 | int renamed() asm("__chv_late");
//?       |     ^
#define NAMED(x) __chv_##x
int NAMED(made)() { return 0; }
//? cell 3:1:5: error: names that begin with `__chv_` are Chevron's own: `__chv_made` needs another one
//?     1 | int NAMED(made)() { return 0; }
//?       |     ^
//? cell 2:1:18: note: expanded from macro 'NAMED'
//?     1 | #define NAMED(x) __chv_##x
//?       |                  ^
//? <scratch space>:2:1: note: expanded from here
//?     2 | __chv_made
//?       | ^
#include "plain.h"
//? In file included from cell 3:1:
//? ./plain.h:2:12: error: names that begin with `__chv_` are Chevron's own: `__chv_colour` needs another one
//?     2 | enum class __chv_colour { red };
//?       |            ^
%load plain.h
//? plain.h:2:12: error: names that begin with `__chv_` are Chevron's own: `__chv_colour` needs another one
//?     2 | enum class __chv_colour { red };
//?       |            ^
// What Chevron's own headers make of such names stays theirs.
#include <cassert>
__device__ int before_of() { return 1; }
__global__ void k(int *to) { assert(to); __syncthreads(); to[threadIdx.x] = blockDim.x + before_of(); }
int *to; cudaMallocManaged(&to, 4 * sizeof(int)); k<<<1, 4>>>(to); cudaDeviceSynchronize();
before + to[3]
//= (int) 6
