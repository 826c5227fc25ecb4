static int shift = 3;
static int weight(int x) { return x + shift; }
static __device__ int scale(int x) { return 2 * x; }
namespace { int hidden() { return 1; } }
__global__ void left_kernel(int *p) { *p = scale(*p); }
int left(int x) { return 100 * hidden() + weight(x); }
