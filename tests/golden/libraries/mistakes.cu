//# What is no library says so, and costs nothing.
#include <fstream>
std::ofstream("text.bc") << "int x;"; std::ofstream("cut.bc") << "BC\xc0\xde" "1234";
%load text.bc
//? error: `text.bc` is not loaded: it is no bitcode
%load cut.bc
//? error: `cut.bc` is not loaded: it has no module
%load absent.bc
//? error: `absent.bc` is not loaded: No such file or directory (os error 2)
%load text.bc 3
//? error: `text.bc` is a library of device code: it takes no arguments
%save --lib empty.bc
//? error: this session has no kernels and no device functions that a library could have: define `__device__ float f(float x) { return x; }`
%save --lib kernels
//? error: `kernels` is no name of a library: `%save --lib kernels.bc`
%save --lib
//? error: usage: `%save --lib [-f] NAME.bc`
#pragma chevron library "absent.bc"
//? cell 3:1:17: error: library `absent.bc`: it cannot be read: No such file or directory
//?     1 | #pragma chevron library "absent.bc"
//?       |                 ^
#pragma chevron library
//? cell 3:1:24: error: expected string literal in #pragma chevron library
//?     1 | #pragma chevron library
//?       |                        ^
__device__ int f(int x) { return x; }
%save --lib f.bc
//? note: `f.bc` has 1 function: `f`
//? note: it is for the CPU device, NVIDIA GPUs, AMD GPUs
%save --lib f.bc
//? error: `f.bc` is there already and was left as it is; `%save --lib -f f.bc` overwrites it
%load f.bc
//? note: `f` of `f.bc` takes the place of that of cell 3
1 + 1
//= (int) 2
