//# Device code may name host functions where nothing is evaluated: `decltype`, `sizeof`, `noexcept`, `requires`, `std::declval`; a call stays an error.
#include <type_traits>
#include <utility>
double length(int); struct Box { int get() const { return 1; } };
template <class F> __device__ auto apply(F f) -> decltype(std::declval<F>()(1)) { return f(20) + 1; }
template <class T> concept Gets = requires(T t) { t.get(); length(1); };
__device__ bool known = std::is_convertible<const float &, Box>::value; __managed__ double out[7];
__global__ void k() { decltype(length(1)) d = 2.5; out[0] = d; out[1] = sizeof(length(1)); out[2] = noexcept(length(1)); out[3] = requires { length(1); }; out[4] = Gets<Box> + Gets<int>; out[5] = apply([](int x) { return x * 2; }); out[6] = std::is_same_v<decltype(std::declval<Box>().get()), int> + known; }
k<<<1, 1>>>(); cudaDeviceSynchronize(); out
//= (double[7]) {2.5, 8, 0, 1, 1, 41, 1}
int side(int) { return 1; } __device__ char side(int) { return 2; }
__managed__ int bytes; __global__ void own_side() { bytes = sizeof(side(1)) + 10 * side(1); }
own_side<<<1, 1>>>(); cudaDeviceSynchronize(); bytes
//= (int) 21
__global__ void called() { out[0] = length(1); }
//? cell 12:1:37: error: no matching function for call to 'length'
//?     1 | __global__ void called() { out[0] = length(1); }
//?       |                                     ^~~~~~
//? cell 3:1:8: note: candidate function not viable: call to __host__ function from __global__ function
//?     1 | double length(int); struct Box { int get() const { return 1; } };
//?       |        ^
struct Made { Made(int) {} }; __device__ void take(Made) {}
__global__ void converts() { Made made(1); }
//? cell 13:1:35: error: no matching constructor for initialization of 'Made'
//?     1 | __global__ void converts() { Made made(1); }
//?       |                                   ^    ~
//? cell 12:1:8: note: candidate constructor (the implicit copy constructor) not viable: no known conversion from 'int' to 'const Made' for 1st argument
//?     1 | struct Made { Made(int) {} }; __device__ void take(Made) {}
//?       |        ^~~~
//? cell 12:1:8: note: candidate constructor (the implicit move constructor) not viable: no known conversion from 'int' to 'Made' for 1st argument
//?     1 | struct Made { Made(int) {} }; __device__ void take(Made) {}
//?       |        ^~~~
//? cell 12:1:15: note: candidate constructor not viable: call to __host__ function from __global__ function
//?     1 | struct Made { Made(int) {} }; __device__ void take(Made) {}
//?       |               ^
