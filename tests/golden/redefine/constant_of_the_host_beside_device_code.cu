//# A constant that is defined again in a text with device code is no variable of the device: its address is that of its value.
const int x = 23; const int *at() { return &x; }
struct T { int a; char b; }; const auto [p, q] = T{1, 2};
__device__ int f() { return x; } const int x = 24; const int *at() { return &x; } const auto [p, q] = T{3, 4};
*at() + *&x + 100 * p + 1000 * q
//= (int) 4348
__global__ void k() { printf("%d\n", f() + x); }
k<<<1, 1>>>();
//= 47
