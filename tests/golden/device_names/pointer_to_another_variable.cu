//# A device pointer initialised with another variable's address points to that variable's one storage.
__device__ int table[4] = {1, 2, 3, 4};
__device__ int *middle = &table[2];
__device__ int **through = &middle;
__global__ void k(int *out) { *middle += 100; out[0] = table[2]; out[1] = **through; }
int *out; cudaMallocManaged(&out, 2 * sizeof(int)); k<<<1, 1>>>(out);
out
//= (int *) managed int[2] {103, 103}
int *address; cudaMemcpyFromSymbol(&address, middle, sizeof address); int *start; cudaGetSymbolAddress((void **) &start, table); address - start
//= (long) 2
