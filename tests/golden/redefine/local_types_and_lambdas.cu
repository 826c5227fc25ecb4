//# Types and lambdas in a function's body are others in each of its definitions: what is instantiated for them is not shared.
#include <algorithm>
#include <vector>
int layout() { struct Item { int a; }; std::vector<Item> items; items.push_back({1}); items.push_back({2}); return items[1].a; }
layout()
//= (int) 2
int layout() { struct Item { long a; int b, c; }; std::vector<Item> items; items.push_back({1, 2, 3}); items.push_back({4, 5, 6}); return items[1].c; }
layout()
//= (int) 6
int member() { struct Item { int a; int get() { return a; } }; return Item{1}.get(); }
int member() { struct Item { long a; int b; int get() { return b * 2; } }; return Item{1, 2}.get(); }
member()
//= (int) 4
int first() { std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; }); return v[0]; }
first()
//= (int) 1
int first() { std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; }); return v[0]; }
first()
//= (int) 3
%undo 2
//? note: cells 12 to 13 are taken back: `first` (that of cell 10 is back)
first()
//= (int) 1
int *out; cudaMallocManaged(&out, sizeof(int));
__global__ void k(int *out) { auto next = [](int x) { return x + 1; }; *out = next(1); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
__global__ void k(int *out) { auto next = [](int x) { return x + 2; }; *out = next(1); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
template <class F> __global__ void each(int *out, F f) { *out = f(1); }
void go() { each<<<1, 1>>>(out, [] __device__(int x) { return x + 10; }); cudaDeviceSynchronize(); }
go(); *out
//= (int) 11
void go() { int y = 5; each<<<1, 1>>>(out, [=] __device__(int x) { return x + 20 + y; }); cudaDeviceSynchronize(); }
go(); *out
//= (int) 26
void go() { struct Add { int y; __device__ int operator()(int x) { return x + y; } }; each<<<1, 1>>>(out, Add{30}); cudaDeviceSynchronize(); }
void go() { struct Add { long y, z; __device__ int operator()(int x) { return x + z; } }; each<<<1, 1>>>(out, Add{30, 40}); cudaDeviceSynchronize(); }
go(); *out
//= (int) 41
enum Kind { a_kind };
int local_enum() { enum Kind { other, kind }; return kind; }
local_enum()
//= (int) 1
