static int shift = 30;
static int weight(int x) { return x - shift; }
static __device__ int scale(int x) { return 5 * x; }
namespace { int hidden() { return 2; } }
__global__ void right_kernel(int *p) { *p = scale(*p); }
int right(int x) { return 100 * hidden() + weight(x); }
