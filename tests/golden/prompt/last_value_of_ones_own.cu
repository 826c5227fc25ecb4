//# A name `_` that the program declares comes before the value that was shown last, in a function, a kernel, a binding, and for good.
#include <utility>
10
//= (int) 10
int local() { auto _ = 4; return _; }
local() + _
//= (int) 14
template <class T> auto twice(T _) { return _ + _; }
twice(_)
//= (int) 28
__global__ void k(int *p) { int _ = 5; *p = _; }
int *p; cudaMallocManaged(&p, sizeof(int)); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p
//= (int) 5
_ + 1
//= (int) 6
auto [first, _] = std::pair<int, int>{1, 2};
30
//= (int) 30
_
//= (int) 2
