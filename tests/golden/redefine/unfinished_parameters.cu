//# A definition that breaks off in its parameter list leaves the function callable (llvm-project 205511).
int twice(int);
int twice(int x) { return 2 * x; }
twice(4)
//= (int) 8
int twice(


//? note: lines 4-6 submitted as is, still waiting for `)`
//? cell 4:1:5: error: redefinition of 'twice' as different kind of symbol
//?     1 | int twice(
//?       |     ^
//? cell 2:1:5: note: previous definition is here
//?     1 | int twice(int x) { return 2 * x; }
//?       |     ^
//? cell 4:1:10: error: expected expression
//?     1 | int twice(
//?       |          ^
//? cell 4:1:11: error: expected ';' after top level declarator
//?     1 | int twice(
//?       |           ^
//?       |           ;
twice(5)
//= (int) 10
template <typename T> T same(T x);
template <typename T> T same(T x) { return x; }
same(42)
//= (int) 42
template <typename T> T same(


//? note: lines 11-13 submitted as is, still waiting for `)`
//? cell 8:1:25: error: redefinition of 'same' as different kind of symbol
//?     1 | template <typename T> T same(
//?       |                         ^
//? cell 6:1:25: note: previous definition is here
//?     1 | template <typename T> T same(T x) { return x; }
//?       |                         ^
//? cell 8:1:29: error: expected expression
//?     1 | template <typename T> T same(
//?       |                             ^
//? cell 8:1:30: error: expected ';' after top level declarator
//?     1 | template <typename T> T same(
//?       |                              ^
//?       |                              ;
same(43)
//= (int) 43
__global__ void k(int *p) { *p = 1; }
__global__ void k(int *p


//? note: lines 16-18 submitted as is, still waiting for `)`
//? cell 10:1:24: error: expected ')'
//?     1 | __global__ void k(int *p
//?       |                        ^
//? cell 10:1:18: note: to match this '('
//?     1 | __global__ void k(int *p
//?       |                  ^
//? cell 10:1:24: error: expected function body after function declarator
//?     1 | __global__ void k(int *p
//?       |                        ^
int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 1
