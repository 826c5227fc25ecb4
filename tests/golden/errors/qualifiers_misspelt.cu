//# A misspelt qualifier or usual name is told by one hint; what is like nothing has none, and no name of the C library is offered for it.
//@ expected_failures = { toolkit = "a toolkit's headers declare these otherwise, and at places of their own" }
__globa__ void a(int *p) {}
//? cell 1:1:1: error: unknown type name '__globa__'
//?     1 | __globa__ void a(int *p) {}
//?       | ^
//? hint: did you mean `__global__`?
_device_ int b() { return 1; }
//? cell 1:1:1: error: unknown type name '_device_'
//?     1 | _device_ int b() { return 1; }
//?       | ^
//? hint: did you mean `__device__`?
shared int c[4];
//? cell 1:1:1: error: unknown type name 'shared'
//?     1 | shared int c[4];
//?       | ^
//? hint: did you mean `__shared__`?
__global__ void d() { __sharde__ int x[4]; }
//? cell 1:1:23: error: unknown type name '__sharde__'
//?     1 | __global__ void d() { __sharde__ int x[4]; }
//?       |                       ^
//? hint: did you mean `__shared__`?
pinrtf("x")
//? cell 1:1:1: error: use of undeclared identifier 'pinrtf'
//?     1 | pinrtf("x")
//?       | ^~~~~~
xyz(3)
//? cell 1:1:1: error: use of undeclared identifier 'xyz'
//?     1 | xyz(3)
//?       | ^~~
std::setfill('x')
//? cell 1:1:6: error: no member named 'setfill' in namespace 'std'
//?     1 | std::setfill('x')
//?       |      ^~~~~~~
//? hint: `std::setfill` is in <iomanip>: `#include <iomanip>`, then enter the cell again
main(1, nullptr)
//? cell 1:1:1: error: use of undeclared identifier 'main'
//?     1 | main(1, nullptr)
//?       | ^~~~
dub2<<<1, 1>>>();
//? cell 1:1:1: error: use of undeclared identifier 'dub2'
//?     1 | dub2<<<1, 1>>>();
//?       | ^~~~
gloss w;
//? cell 1:1:1: error: unknown type name 'gloss'
//?     1 | gloss w;
//?       | ^
__global__ void e(int *p) { *p = theradIdx.x; }
//? cell 1:1:34: error: use of undeclared identifier 'theradIdx'; did you mean 'threadIdx'?
//?     1 | __global__ void e(int *p) { *p = theradIdx.x; }
//?       |                                  ^~~~~~~~~
//?       |                                  threadIdx
cudaMalocc(nullptr, 4)
//? cell 1:1:1: error: no template named 'cudaMalocc'; did you mean 'cudaMalloc'?
//?     1 | cudaMalocc(nullptr, 4)
//?       | ^~~~~~~~~~
//?       | cudaMalloc
//? note: 'cudaMalloc' declared here: `template <class T> cudaError_t cudaMalloc(T **ptr, size_t bytes)`
