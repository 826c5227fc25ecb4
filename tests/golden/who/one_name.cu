//# `%who NAME` shows what a name is and the text that defined it, newest version, every overload.
__device__ int twice(int x) { return 2 * x; }
__global__ void fill(int *p) {
  p[threadIdx.x] = twice(threadIdx.x);
}
int total = 3, other = 4;
float area(float r) { return r * r; }
double area(double r) { return r * r; }
namespace shapes { struct Circle { float radius; }; }
#define LIMIT 8
%who fill
%who total
%who area
%who Circle
%who -v LIMIT
int total = 5;
%who total
%who totl
%who nothing_like_it
%who -x
%who fill total
