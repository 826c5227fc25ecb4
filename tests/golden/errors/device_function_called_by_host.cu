//# A statement at top level that uses what only devices have is told so, instead of that nothing defines it.
__device__ int square(int x) { return x * x; }
square(3)
//? cell 2:1:1: error: 'square' is for devices only, and a statement at top level is host code
//?     1 | square(3)
//?       | ^
//? hint: call it in a kernel, or define `square` as `__host__ __device__`
namespace n { __device__ float half(float x) { return x / 2; } }
n::half(1) + missing()
//? cell 3:1:14: error: use of undeclared identifier 'missing'
//?     1 | n::half(1) + missing()
//?       |              ^~~~~~~
extern int missing();
n::half(1) + missing()
//? cell 4:1:4: error: 'half' is for devices only, and a statement at top level is host code
//?     1 | n::half(1) + missing()
//?       |    ^
//? hint: call it in a kernel, or define `half` as `__host__ __device__`
__host__ __device__ int square(int x) { return x * x; }
square(3)
//= (int) 9
threadIdx.x
//? cell 6:1:1: error: 'threadIdx' is for devices only, and a statement at top level is host code
//?     1 | threadIdx.x
//?       | ^
__syncthreads()
//? cell 6:1:1: error: '__syncthreads' is for devices only, and a statement at top level is host code
//?     1 | __syncthreads()
//?       | ^
sizeof(n::half(1))
//= (unsigned long) 4
struct S { __device__ int get() { return 1; } int value = n::half(4); };
S s;
//? error: cell 8: host code cannot call `n::half(float)`: defined for devices only
//? hint: call it in a kernel, or define it as `__host__ __device__`
template <class F> __global__ void run(F f) { f(); }
run<<<1, 1>>>([] __device__ { printf("%d\n", square(threadIdx.x + 2)); }); cudaDeviceSynchronize();
//= 4
