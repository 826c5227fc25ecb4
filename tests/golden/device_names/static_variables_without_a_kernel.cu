//# Device variables that are their cell's own (`static`, in a namespace without a name) are there for host code of later cells, whether device code uses them or not.
static __device__ int number = 3;
number
//= (int) 3
static __constant__ float list[2];
float from[2] = {1, 2}; cudaMemcpyToSymbol(list, from, sizeof list)
//= (cudaError_t) cudaSuccess
list
//= (float[2]) {1, 2}
namespace { __device__ int inside = 4; }
int *address; cudaGetSymbolAddress((void **)&address, inside)
//= (cudaError_t) cudaSuccess
namespace outer { static __managed__ int both = 5; }
outer::both += 1; outer::both
//= (int) 6
__global__ void k() { number += inside; outer::both += list[1]; }
k<<<1, 1>>>(); number
//= (int) 7
cudaDeviceSynchronize(); outer::both
//= (int) 8
static __device__ int number = 30;
number
//= (int) 30
k<<<1, 1>>>(); number
//= (int) 34
%undo 3
//? note: cells 13 to 15 are taken back: `number` (that of cell 1 is back), `k<<<1, 1>>>(); number`
number
//= (int) 7
