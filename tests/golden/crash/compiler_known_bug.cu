//# A cell on which clang 22 itself crashes (llvm-project issue 161348): one line, and everything before it is still there.
int before = 4;
__device__ int twice(int x) { return 2 * x; }
template <class T> void run(const T &&) {}
template <class T> T &&moved(T &value);
template <class T = void> concept Runnable = requires { [](decltype([] {}) f) -> decltype(::run(moved(f))) {}; };
static_assert(Runnable<void>);
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 6
before
//= (int) 4
__global__ void k(int *p) { *p = twice(8); }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p);
before + *p
//= (int) 20
static_assert(Runnable<void>);
//? error: the compiler failed on this cell, the session is as before: clang crashed on cell 10
before
//= (int) 4
