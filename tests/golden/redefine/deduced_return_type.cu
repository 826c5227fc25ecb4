//# A function whose return type is deduced: one that deduces another type takes the name, and callers compiled before keep the old function.
auto one() { return 1; }
int caller() { return one(); }
auto one() { return 2; }
caller()
//= (int) 2
auto one() { return 2.5; }
//? note: the `one` of cell 3 (`int ()`) is still used by `caller`: its type has changed
caller()
//= (int) 2
one()
//= (double) 2.5
auto one() { return 3.5; }
double newer() { return one(); }
auto one() { return 4.5; }
newer()
//= (double) 4.5
%undo 4
//? note: cells 8 to 11 are taken back: `one` (that of cell 5 is back), `newer`, `one`
one()
//= (double) 2.5
template <class T> auto same(T x) { return x; }
int instance() { return same(2); }
template <class T> auto same(T x) { return x * 2; }
instance()
//= (int) 4
template <class T> auto same(T x) { return x * 1.5; }
//? note: the `same` of cell 11 (`auto (T)`) is still used by `instance`: types in it have changed
instance()
//= (int) 4
same(3)
//= (double) 4.5
__device__ auto on_device(int x) { return x; }
__global__ void k(double *out) { *out = on_device(3); }
double *out; cudaMallocManaged(&out, sizeof(double));
__device__ auto on_device(int x) { return x * 2; }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 6.0
__device__ auto on_device(int x) { return x * 1.5; }
//? note: the `on_device` of cell 19 (`int (int)`) is still used by `k`: its type has changed
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 6.0
__global__ void k(double *out) { *out = on_device(3); }
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (double) 4.5
