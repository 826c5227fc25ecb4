//# A function or variable with C's linkage may move to another namespace: older code keeps the older one.
namespace a { extern "C" int cf(int x) { return x + 1; } extern "C" { int cv = 1; } }
int user() { return a::cf(1) * 10 + a::cv; }
user()
//= (int) 21
namespace b { extern "C" int cf(int x) { return x + 2; } }
//? note: the `a::cf` of cell 1 (`int (int)`) is still used by `user`: the newer one is of another kind
user() * 10 + b::cf(1)
//= (int) 213
a::cf(1)
//? cell 6:1:1: error: no member named 'cf' in namespace 'a'; did you mean 'b::cf'?
//?     1 | a::cf(1)
//?       | ^~~~~
//?       | b::cf
//? cell 4:1:30: note: 'b::cf' declared here
//?     1 | namespace b { extern "C" int cf(int x) { return x + 2; } }
//?       |                              ^
extern "C" { int cf(int x) { return x + 3; } int cv = 2; }
//? note: the `a::cv` of cell 1 (`int`) is still used by `user`: the newer one is of another kind
user() * 10 + cf(1)
//= (int) 214
namespace c { extern "C" __global__ void ck() { printf("first\n"); } }
c::ck<<<1, 1>>>();
//= first
namespace d { extern "C" __global__ void ck() { printf("second\n"); } }
d::ck<<<1, 1>>>();
//= second
namespace e { extern "C" __device__ int cd() { return 1; } }
__global__ void older() { printf("%d\n", e::cd()); }
namespace f { extern "C" { __device__ int cd() { return 2; } } }
//? note: the `e::cd` of cell 12 (`int ()`) is still used by `older`: the newer one is of another kind
__global__ void newer() { printf("%d\n", f::cd()); }
older<<<1, 1>>>(); cudaDeviceSynchronize(); newer<<<1, 1>>>();
//= 1
//= 2
%undo 3
//? note: cells 14 to 16 are taken back: `f`, `f::cd`, `newer`, `older<<<1, 1>>>(); cudaDeviceSynchronize…`
older<<<1, 1>>>();
//= 1
// A global variable may not share the name of either; it may take it.
namespace g { extern "C" int shared(int x) { return x; } }
auto shared = [](int x) { return x + 10; };
shared(1)
//= (int) 11
namespace g { extern "C" int shared(int x) { return x + 20; } }
g::shared(1)
//= (int) 21
