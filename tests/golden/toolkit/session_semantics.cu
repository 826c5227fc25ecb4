//# What makes a session works on the real runtime: device functions and variables of earlier cells, symbols, redefinition, printf, errors on their cell.
//@ devices = ["toolkit"]
__device__ int calls; __constant__ int step = 2; __managed__ int seen = 1;
__device__ int next(int v) { return v + step; }
__global__ void k(int v) { seen = next(v); atomicAdd(&calls, 1); printf("k(%d) = %d\n", v, seen); }
k<<<1, 1>>>(40);
//= k(40) = 42
seen
//= (int) 42
int five = 5; cudaMemcpyToSymbol(step, &five, sizeof five)
//= (cudaError_t) cudaSuccess
k<<<1, 2>>>(40);
//= k(40) = 45
//= k(40) = 45
int count; cudaMemcpyFromSymbol(&count, calls, sizeof count); count
//= (int) 3
void *address; cudaGetSymbolAddress(&address, step) == cudaSuccess && address != nullptr
//= (bool) true
__device__ int next(int v) { return -v; }
k<<<1, 1>>>(7);
//= k(7) = -7
k<<<1, 2000>>>(1);
//? error: cell 12: kernel `k` <<<(1,1,1), (2000,1,1)>>>: cudaErrorInvalidConfiguration
//?   block of 2000 threads exceeds 1024
k<<<1, 1>>>(8);
//= k(8) = -8
float *f; cudaMalloc(&f, 16); cudaMemset(f, 0, 16); f
//= (float *) device float[4] {0, 0, 0, 0}
cudaFuncAttributes a; cudaFuncGetAttributes(&a, k)
//= (cudaError_t) cudaSuccess
a.maxThreadsPerBlock
//= (int) 1024
int blocks; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 1024, 0); blocks > 0
//= (bool) true
