//# A host cell that device code cannot use is told with its own diagnostics, not with the warnings of cells before it, which devices read at the same time.
namespace n { extern "C" { int before() __attribute__((unknown_word)); } }
//? cell 1:1:56: warning: unknown attribute 'unknown_word' ignored [-Wunknown-attributes]
//?     1 | namespace n { extern "C" { int before() __attribute__((unknown_word)); } }
//?       |                                                        ^~~~~~~~~~~~
namespace n { extern "C" { int there() { return 3; } int here() __attribute__((alias("there"))); } }
n::here()
//= (int) 3
__global__ void k(int *p) { *p = 5; }
//? warning: device code cannot use cell 2
//? cell 2:1:80: error: alias must point to a defined variable or function
//?     1 | namespace n { extern "C" { int there() { return 3; } int here() __attribute__((alias("there"))); } }
//?       |                                                                                ^
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 5
