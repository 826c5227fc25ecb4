//# A `static` kernel and one of an unnamed namespace are launched from cells after their own.
static __global__ void add(int *out, int by) { *out += by; }
int *out; cudaMallocManaged(&out, sizeof(int)); *out = 10; add<<<1, 1>>>(out, 2);
*out
//= (int) 12
namespace { __global__ void set(int *out) { *out = 5; } }
set<<<1, 1>>>(out);
*out
//= (int) 5
