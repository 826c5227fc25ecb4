//# A device variable that becomes managed is followed; one that becomes constant lies in another address space: older code keeps the old one, and is named.
int *out; cudaMallocManaged(&out, 4);
__device__ int d = 1;
__device__ int get() { return d; }
__global__ void k(int *out) { *out = d + 10 * get(); }
int run() { k<<<1, 1>>>(out); cudaDeviceSynchronize(); return *out; }
run()
//= (int) 11
__constant__ int d = 2;
//? note: the `d` of cell 2 (`int`) is still used by `get`, `k`: the newer one is of another kind
run()
//= (int) 11
__global__ void both(int *out) { *out = d + 10 * get(); }
both<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 12
int five = 5; cudaMemcpyToSymbol(d, &five, 4); both<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 15
// Of the first kind again.
__device__ int d = 3;
//? note: the `d` of cell 7 (`int`) is still used by `both`: the newer one is of another kind
run()
//= (int) 33
both<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 35
__managed__ int d = 4;
run()
//= (int) 44
d = 7; run()
//= (int) 77
