static int f(int); static int g(int x) { return x <= 0 ? 1 : f(x - 1); } static int f(int x) { return x <= 0 ? 2 : g(x - 1); }
int use() { return f(3) * 10 + g(4); }
namespace {
int f2(int);
int g2(int x) { return x <= 0 ? 1 : f2(x - 1); }
int f2(int x) { return x <= 0 ? 2 : g2(x - 1); }
}
int use2() { return f2(3) * 10 + g2(4); }
__device__ static int f3(int); __device__ static int g3(int x) { return x <= 0 ? 1 : f3(x - 1); } __device__ static int f3(int x) { return x <= 0 ? 2 : g3(x - 1); }
__global__ void k3(int *p) { *p = f3(3); }
