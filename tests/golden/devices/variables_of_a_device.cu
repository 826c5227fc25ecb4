//# As in CUDA, a `__device__` variable has a storage on each device, with its initial data; a `__managed__` one has one for all.
//@ count = 2
__device__ int counter = 5;
__device__ int *place = &counter;
__constant__ int step = 2;
__managed__ int shared = 0;
__global__ void bump() { *place += step; shared += 1; }
bump<<<1, 1>>>(); bump<<<1, 1>>>(); cudaDeviceSynchronize();
cudaSetDevice(1);
bump<<<1, 1>>>(); cudaDeviceSynchronize();
shared
//= (int) 3
int read() { int value = -1; cudaMemcpyFromSymbol(&value, counter, sizeof value); return value; }
read()
//= (int) 7
cudaSetDevice(0); read()
//= (int) 9
int ten = 10; cudaMemcpyToSymbol(step, &ten, sizeof ten);
bump<<<1, 1>>>(); cudaDeviceSynchronize();
read()
//= (int) 19
cudaSetDevice(1); bump<<<1, 1>>>(); cudaDeviceSynchronize(); read()
//= (int) 9
// A variable that comes later is on both, and so is one that is defined again.
__device__ int late = 100;
__global__ void take() { late += counter; }
take<<<1, 1>>>();
int late_here() { int value = -1; cudaMemcpyFromSymbol(&value, late, sizeof value); return value; }
late_here()
//= (int) 109
cudaSetDevice(0); late_here()
//= (int) 100
__device__ int counter = 1000;
take<<<1, 1>>>();
late_here()
//= (int) 1100
%undo 3
//? note: cells 23 to 25 are taken back: `counter` (that of cell 1 is back), `take<<<1, 1>>>();`
cudaSetDevice(1); take<<<1, 1>>>();
late_here()
//= (int) 118
