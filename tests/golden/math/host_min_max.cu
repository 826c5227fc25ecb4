//# Host code calls `min` and `max` of numbers of one and of two types without `std`, as under nvcc.
max(3, min(7, 5))
//= (int) 5
max(1, 2u) == 2u && min(3ul, 2l) == 2ul && max(-1ll, 4ll) == 4ll
//= (bool) true
max(1.0f, 2.5)
//= (double) 2.5
min(0.5f, 0.25f)
//= (float) 0.25f
#include <algorithm>
using namespace std;
max(2, 3)
//= (int) 3
__host__ __device__ int between(int low, int x, int high) { return min(max(x, low), high); }
__global__ void k(int *p) { *p = between(0, *p, 10); }
int *p; cudaMallocManaged(&p, sizeof *p); *p = 12;
k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p + between(0, -3, 5)
//= (int) 10
