//# Variables whose type or size the initializer gives are followed too: `auto`, arrays without a size, deduced class templates.
#include <vector>
auto rate = 0.1f; int numbers[] = {1, 2, 3}; char word[] = "hello"; std::vector list{1, 2, 3}; auto made = std::vector<int>{7}; int plain = 1;
float step(float g) { return rate * g; }
int of_all() { return numbers[0] + word[0] + list[0] + made[0] + plain; }
template <class T> T scaled(T x) { return x * rate; }
scaled(10.0f)
//= (float) 1.0f
auto rate = 0.5f;
int numbers[] = {100, 2, 3};
char word[] = "world";
std::vector list{1000, 2, 3};
auto made = std::vector<int>{7000};
auto plain = 10000;
step(10)
//= (float) 5.0f
scaled(10.0f)
//= (float) 5.0f
scaled(10.0)
//= (double) 5.0
of_all() == 100 + 'w' + 1000 + 7000 + 10000
//= (bool) true
// The written type again, and a namespace.
float rate = 2;
step(10)
//= (float) 20.0f
namespace config { auto z = 1; }
int z() { return config::z; }
namespace config { auto z = 2; }
z()
//= (int) 2
// On the device, and of a launch.
__device__ auto d = 1; __constant__ int w[] = {1, 2, 3}; auto blocks = 1;
__device__ int ran;
__global__ void k() { atomicAdd(&ran, d * w[0]); }
int total() { int none = 0, got; cudaMemcpyToSymbol(ran, &none, 4); k<<<blocks, 1>>>(); cudaMemcpyFromSymbol(&got, ran, 4); return got; }
total()
//= (int) 1
__device__ auto d = 2;
__constant__ int w[] = {100, 2, 3};
auto blocks = 4;
total()
//= (int) 800
// Another type: older code keeps what it knows.
auto rate = 1.0;
//? note: the `rate` of cell 17 (`float`) is still used by `step`: its type has changed
step(10)
//= (float) 20.0f
rate
//= (double) 1.0
int numbers[] = {1, 2};
//? note: the `numbers` of cell 8 (`int[3]`) is still used by `of_all`: its type has changed
of_all() == 100 + 'w' + 1000 + 7000 + 10000
//= (bool) true
%who -d rate
//= variable      rate    cell 32  double                        version 4
//= used by
//=   function    step    cell 3   keeps the version of cell 17
//=   template    scaled  cell 5   keeps the version of cell 17
//= uses nothing
