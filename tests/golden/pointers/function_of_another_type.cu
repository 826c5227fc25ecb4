//# A function of another type is another function: what holds the older one keeps it, and the session says so. Overloads change nothing.
__device__ int f(int x) { return x + 1; }
__device__ int (*at)(int) = f;
__global__ void call(int *out) { *out = at(1); }
int *out; cudaMallocManaged(&out, sizeof(int));
__device__ double f(double x) { return x; }
__device__ int f(int x, int y) { return x + y; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
__device__ int f(int x) { return x + 2; }
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
__device__ double f(int x) { return x + 0.5; }
//? note: the `f` of cell 8 (`int (int)`) is still used by `at`: its type has changed
call<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 3
