//# Files that are loaded together are translation units of one program: statics, static kernels and macros of one do not reach the others, device code, variables and C functions that one declares and another defines do.
%load main.cu other.cu plain.c one two
//= 2 arguments, kernel 116, flavours 1 21, C 8
//= (int) 1
//? note: each file is a unit of its own: declare here what you want to use of them, as another file would
int of_other();
of_other()
//= (int) 21
extern int calls;
calls
//= (int) 2
__global__ void two(int *p) { *p = 2; }
%load main.cu twice.cu other.cu plain.c
//? other.cu: error: `of_other()` is defined in `twice.cu` too; one of the two may declare it, or both make theirs `static`
%load other.cu bad.c
//? In file included from bad.c:1:
//? /chevron/include/cuda_runtime.h:1:2: error: "Chevron's CUDA headers are C++: call this file `.cpp` or `.cu`, or keep CUDA out of it"
//?     1 | #error "Chevron's CUDA headers are C++: call this file `.cpp` or `.cu`, or keep CUDA out of it"
//?       |  ^
calls
//= (int) 2
%undo 1
//? note: cell 8 is taken back: `calls`
%load -n main.cu other.cu plain.c
//? note: each file is a unit of its own: declare here what you want to use of them, as another file would
calls
//= (int) 0
