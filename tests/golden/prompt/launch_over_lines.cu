//# A launch goes on over lines inside `<<<`, between `>>>` and its arguments, and inside them; `>>>` also closes templates.
#include <vector>
__global__ void fill(int *p, int v)
{
  p[threadIdx.x] = v + threadIdx.x;
}
int *p; cudaMallocManaged(&p, 4 * sizeof(int));
fill<<<1,
       4>>>
    (p,
     10);
p[0] + p[3]
//= (int) 23
std::vector<std::vector<std::vector<int>>> cube;
cube.size()
//= (unsigned long) 0
