//# A function for both sides is defined again for each side alone, and for both again.
__host__ __device__ int f() { return 1; }
__global__ void k(int *out) { *out = f(); }
int caller() { return f(); }
int *out; cudaMallocManaged(&out, sizeof(int));
__device__ int f() { return 2; }
__host__ int f() { return 3; }
f() * 10 + caller()
//= (int) 33
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 2
__host__ __device__ int f() { return 4; }
f() * 10 + caller()
//= (int) 44
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 4
__host__ int f() { return 5; }
__device__ int f() { return 6; }
f() * 10 + caller()
//= (int) 55
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 6
%undo 4
//? note: cells 12 to 15 are taken back: `f` (that of cell 9 is back), `f`, `k<<<1, 1>>>(out); cudaDeviceSynchronize(…`
f() * 10 + caller()
//= (int) 44
k<<<1, 1>>>(out); cudaDeviceSynchronize(); *out
//= (int) 4
