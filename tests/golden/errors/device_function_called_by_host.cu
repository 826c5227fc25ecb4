//# A statement at top level that calls a device function is told so, instead of that nothing defines it.
__device__ int square(int x) { return x * x; }
square(3)
//? error: cell 2: host code cannot call `square(int)`: defined for devices only
//? hint: call it in a kernel, or define it as `__host__ __device__`
namespace n { __device__ float half(float x) { return x / 2; } }
n::half(1) + missing()
//? cell 3:1:14: error: use of undeclared identifier 'missing'
//?     1 | n::half(1) + missing()
//?       |              ^~~~~~~
extern int missing();
n::half(1) + missing()
//? error: cell 4: host code cannot call `n::half(float)`: defined for devices only
//? hint: call it in a kernel, or define it as `__host__ __device__`
//? error: cell 4: nothing defines `missing()`
//? hint: define it, or load the library that has it with `%lib NAME`, then enter the cell again
__host__ __device__ int square(int x) { return x * x; }
square(3)
//= (int) 9
